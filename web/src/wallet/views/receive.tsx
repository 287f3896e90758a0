import { QrCode } from "../components/qr-code.tsx";
import { Copied } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { useWallet } from "../session.tsx";
import { texts } from "../texts.ts";
import { WithWallet } from "./with-wallet.tsx";

export function Receive() {
  return (
    <WithWallet>
      <View title={texts.receiveTitle}>
        <OwnCode />
      </View>
    </WithWallet>
  );
}

function OwnCode() {
  const { walletId } = useWallet();
  return (
    <>
      <p>{texts.receiveText}</p>
      <QrCode text={`${location.origin}/wallet/send?to=${walletId}`} label={texts.codeOf} />
      <Copied label={texts.walletId} value={walletId} />
    </>
  );
}
