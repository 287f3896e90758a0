// Resources that a record names: links to their views where the reader may see them.
import { Link } from "@tanstack/react-router";
import { useActing } from "../../acting.ts";

export function Resources({ of: ids }: { readonly of: readonly string[] }) {
  return (
    <span className="actions">
      {ids.map((id) => (
        <Resource key={id} id={id} />
      ))}
    </span>
  );
}

function Resource({ id }: { readonly id: string }) {
  const { may, kind } = useActing();
  const of = (prefix: string, scope: string) => id.startsWith(`${prefix}_`) && may(scope);
  if (of("pay", "payments.read"))
    return (
      <Link to="/payments/$paymentId" params={{ paymentId: id }}>
        {id}
      </Link>
    );
  if (of("stl", "settlement.read"))
    return (
      <Link to="/settlements/$settlementId" params={{ settlementId: id }}>
        {id}
      </Link>
    );
  if (of("whk", "events.read"))
    return (
      <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
        {id}
      </Link>
    );
  if (kind === "operator" && of("mer", "payments.read"))
    return (
      <Link to="/payments" search={{ merchant: id }}>
        {id}
      </Link>
    );
  return <code>{id}</code>;
}
