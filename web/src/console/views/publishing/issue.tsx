// Issues one asset, or value to a wallet.
import { getRouteApi } from "@tanstack/react-router";
import { useActing } from "../../acting.ts";
import { texts } from "../../texts.ts";
import { publishing } from "../../texts/publishing.ts";
import { IssueAsset } from "./issue-asset.tsx";
import { IssueValue } from "./issue-value.tsx";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId/issue");
const names = publishing.issue;

export function Issue() {
  const { publisherId } = route.useParams();
  const { may } = useActing();
  return (
    <PublisherView publisherId={publisherId} title={names.title}>
      {may("publishers.issue") ? (
        <>
          <section className="panel">
            <h2>{names.asset}</h2>
            <p className="quiet">{names.assetNote}</p>
            <IssueAsset publisherId={publisherId} />
          </section>
          <section className="panel">
            <h2>{names.value}</h2>
            <p className="quiet">{names.valueNote}</p>
            <IssueValue publisherId={publisherId} />
          </section>
        </>
      ) : (
        <p className="notice">{texts.errors.notAllowed}</p>
      )}
    </PublisherView>
  );
}
