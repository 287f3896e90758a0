// How the business stands, who the reader is, and the first step in a sandbox.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useIntent } from "../../intent.ts";
import { useActing } from "../acting.ts";
import { api } from "../api/client.ts";
import { useOwnPublisherName } from "../api/publisher.ts";
import { makeSampleShop } from "../api/sample-shop.ts";
import { isSandboxQuery } from "../api/sandbox.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { MerchantName } from "../components/merchant-name.tsx";
import { Overview } from "../components/overview.tsx";
import { View } from "../components/view.tsx";
import { texts } from "../texts.ts";
import { Alarms } from "./operation/alarms.tsx";

export function Home() {
  const { kind, credentialId, scopes, merchantId, publisherId, may } = useActing();
  const publisherName = useOwnPublisherName();
  const { home } = texts;
  return (
    <View title={home.title}>
      {kind === "operator" && <FirstStep />}
      {merchantId !== undefined && may("payments.write") && (
        <p>
          <Link className="button main" to="/point-of-sale">
            {home.openPoint}
          </Link>
        </p>
      )}
      {publisherId !== undefined && may("publishers.read") && (
        <p>
          <Link className="button main" to="/publishers/$publisherId" params={{ publisherId }}>
            {home.openPublishing}
          </Link>
        </p>
      )}
      {merchantId !== undefined && <Overview merchantId={merchantId} />}
      {kind === "operator" && merchantId === undefined && may("operators.admin", "tenants.read") && (
        <Alarms />
      )}
      <section className="panel">
        <dl className="facts">
          <dt>{home.who}</dt>
          <dd>{texts.kinds[kind as keyof typeof texts.kinds] ?? kind}</dd>
          {merchantId !== undefined && (
            <>
              <dt>{texts.kinds.merchant}</dt>
              <dd>
                <MerchantName id={merchantId} withId />
              </dd>
            </>
          )}
          {publisherId !== undefined && (
            <>
              <dt>{texts.kinds.publisher}</dt>
              <dd>
                {publisherName !== undefined && <bdi>{publisherName}</bdi>}{" "}
                <code className={publisherName === undefined ? undefined : "quiet"}>{publisherId}</code>
              </dd>
            </>
          )}
          <dt>{home.key}</dt>
          <dd>
            <code>{credentialId}</code>
          </dd>
          <dt>{home.scopes}</dt>
          <dd>
            <details>
              <summary>{scopes.length}</summary>
              {scopes.join(", ")}
            </details>
          </dd>
        </dl>
      </section>
      <p>
        <a href="/docs">{home.docs}</a>
      </p>
    </View>
  );
}

/** A sandbox without a merchant needs a sample shop. Elsewhere the operator chooses for whom to act. */
function FirstStep() {
  const { merchantId, may } = useActing();
  const { home } = texts;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: isNeeded, isLoading } = useQuery({
    queryKey: ["merchants", "none-in-sandbox"],
    enabled: may("sandbox.admin") && may("merchants.admin") && may("publishers.admin"),
    queryFn: async () => {
      if (!(await queries.fetchQuery(isSandboxQuery))) return false;
      const { data } = await api().GET("/api/v1/merchants", { params: { query: { pageSize: 1 } } });
      return data.items.length === 0;
    },
  });
  const shop = useIntent(
    (_: "sample shop", key) => makeSampleShop(key),
    async (merchant) => {
      await queries.invalidateQueries({ queryKey: ["merchants"] });
      await navigate({ to: "/point-of-sale", search: { merchant } });
    },
  );
  if (isLoading) return null;
  if (!isNeeded && !shop.isPending) return merchantId === undefined && <p>{home.choose}</p>;
  return (
    <section className="panel">
      <h2>{home.shopTitle}</h2>
      <p>{home.shopText}</p>
      <ErrorNotice error={shop.error} />
      <Button className="main" isDisabled={shop.isPending} onPress={() => shop.start("sample shop")}>
        {shop.isPending ? home.shopBusy : home.shopButton}
      </Button>
    </section>
  );
}
