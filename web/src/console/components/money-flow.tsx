// Where a merchant's value in one asset type is: three places, in the order in which it gets there.
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/client.ts";
import { texts } from "../texts.ts";
import { accountTexts } from "../texts/accounts.ts";
import { Amount } from "./values.tsx";

/** Each part of a balance, with the account that has it. */
const STEPS = [
  { part: "available", account: "merchant" },
  { part: "pending", account: "clearing" },
  { part: "settled", account: "settled" },
] as const;

export function MoneyFlow({ balance }: { readonly balance: Schemas["MerchantBalance"] }) {
  const { assetType } = balance;
  const { balances: names } = texts;
  return (
    <section className="panel" aria-labelledby={`flow-${assetType}`}>
      <h2 id={`flow-${assetType}`}>{assetType}</h2>
      <ol className="flow">
        {STEPS.map(({ part, account }) => (
          <li key={part} data-part={part}>
            <p>
              <strong>{names[part]}</strong>
            </p>
            <p className="sum">
              <Amount amount={balance[part]} assetType={assetType} />
            </p>
            <p className="quiet">{accountTexts.explained[account]}</p>
            <p>
              <Link
                to="/balances/$assetType"
                params={{ assetType }}
                search={{ account }}
                aria-label={`${names.statement}: ${names[part]} ${assetType}`}
              >
                {names.statement}
              </Link>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
