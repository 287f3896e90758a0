// The request log: calls of the reader's credentials, or of the merchant that an operator acts for.
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useActing } from "../../acting.ts";
import { recordFiltersOf } from "../../api/requests.ts";
import { RecordFiltersForm, Records, requestColumns } from "../../components/audit/records.tsx";
import { View } from "../../components/view.tsx";
import { texts } from "../../texts.ts";
import { developers } from "../../texts/developers.ts";

const route = getRouteApi("/requests");
const names = developers.requests;

export function Requests() {
  const { kind, merchantId } = useActing();
  const filters = recordFiltersOf(route.useSearch());
  const navigate = useNavigate();
  const queries = useQueryClient();
  const chosen = kind === "operator" ? merchantId : undefined;
  return (
    <View title={names.title}>
      <p className="quiet">{kind === "operator" && merchantId === undefined ? names.ofAll : names.note}</p>
      <RecordFiltersForm
        key={JSON.stringify(filters)}
        given={filters}
        fields={{ request: names.search }}
        onApply={(chosen) =>
          void navigate({ to: "/requests", search: ({ merchant }) => ({ merchant, ...chosen }) })
        }
        onClear={() => void navigate({ to: "/requests", search: ({ merchant }) => ({ merchant }) })}
      />
      <p className="quiet">{names.searchNote}</p>
      <p className="actions">
        <Button className="small" onPress={() => void queries.resetQueries({ queryKey: ["audit-records"] })}>
          {texts.refresh}
        </Button>
      </p>
      <Records
        title={names.title}
        filters={filters}
        tenantId={chosen}
        whyEmpty={
          chosen !== undefined && (
            <>
              {names.ofMerchant}{" "}
              <Link to="/requests" search={(before) => ({ ...before, merchant: undefined })}>
                {names.allCalls}
              </Link>
            </>
          )
        }
        columns={requestColumns}
      />
    </View>
  );
}
