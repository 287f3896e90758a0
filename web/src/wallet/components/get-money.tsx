import { keyed } from "../../intent.ts";
import { useAct } from "../act.ts";
import { useWallet } from "../session.tsx";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";
import { Problem } from "./problem.tsx";
import { moneyText, Result } from "./values.tsx";

const AMOUNT = "100";

interface GetMoneyProps {
  /** Of the asset type that is needed; without, the sandbox chooses. */
  readonly assetType?: string;
  /** At least this is needed. */
  readonly amount?: string;
  readonly onGot?: () => void;
  /** False once there is enough: what came is still told. */
  readonly isNeeded?: boolean;
}

/** Gets test value from the sandbox. */
export function GetMoney({ assetType, amount = AMOUNT, onGot, isNeeded = true }: GetMoneyProps) {
  const { walletId, api } = useWallet();
  const get = useAct(
    async (body: { readonly amount: string; readonly assetType?: string }, key) => {
      const params = { path: { walletId }, ...keyed(key) };
      return (await api.POST("/api/v1/sandbox/wallets/{walletId}/fund", { params, body })).data;
    },
    () => onGot?.(),
  );
  const asked = { amount, ...(assetType === undefined ? {} : { assetType }) };
  return (
    <>
      {isNeeded && (
        <Button isBusy={get.isPending} onPress={() => get.start(asked)}>
          {texts.getMoney}
        </Button>
      )}
      <Result
        text={get.data ? texts.gotMoney : ""}
        values={{ amount: get.data ? moneyText(get.data.amount, get.data.assetType) : "" }}
      />
      <Problem error={get.error} />
    </>
  );
}
