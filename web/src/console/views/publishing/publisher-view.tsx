// What the views of one publisher have in common: its name, and the way to the other views.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useActing } from "../../acting.ts";
import { usePublisher } from "../../api/publisher.ts";
import { Status } from "../../components/values.tsx";
import { View } from "../../components/view.tsx";
import { publishing } from "../../texts/publishing.ts";

interface PublisherViewProps {
  readonly publisherId: string;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function PublisherView({ publisherId, title, actions, children }: PublisherViewProps) {
  const { may } = useActing();
  const { data } = usePublisher(publisherId);
  const { nav } = publishing;
  const params = { publisherId };
  return (
    <View title={title} actions={actions}>
      <p className="actions">
        <span>
          {publishing.publisher} <bdi>{data?.name ?? publisherId}</bdi>
        </span>
        {data && data.status !== "active" && <Status of={data.status} />}
      </p>
      <nav aria-label={publishing.views} className="tabs">
        <ul>
          <Item to="/publishers/$publisherId" params={params} exact>
            {nav.overview}
          </Item>
          <Item to="/publishers/$publisherId/asset-types" params={params}>
            {nav.types}
          </Item>
          <Item to="/publishers/$publisherId/assets" params={params}>
            {nav.assets}
          </Item>
          {may("publishers.issue") && (
            <>
              <Item to="/publishers/$publisherId/issue" params={params}>
                {nav.issue}
              </Item>
              <Item to="/publishers/$publisherId/issue-file" params={params}>
                {nav.file}
              </Item>
            </>
          )}
          <Item to="/publishers/$publisherId/certificates" params={params}>
            {nav.certificates}
          </Item>
          <Item to="/publishers/$publisherId/identities" params={params}>
            {nav.identities}
          </Item>
        </ul>
      </nav>
      {children}
    </View>
  );
}

interface ItemProps {
  readonly to: string;
  readonly params: { readonly publisherId: string };
  readonly exact?: boolean;
  readonly children: ReactNode;
}

function Item({ to, params, exact = false, children }: ItemProps) {
  return (
    <li>
      <Link to={to} params={params} activeOptions={{ exact, includeSearch: false }}>
        {children}
      </Link>
    </li>
  );
}
