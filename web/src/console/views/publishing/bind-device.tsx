// Binds a device to an asset. A device with a certificate gets it shown, to put it onto the device.
import { useState } from "react";
import { Button } from "react-aria-components";
import { keyed, useIntent } from "../../../intent.ts";
import { bindingOf, type Evidence, EVIDENCES } from "../../api/devices.ts";
import { api } from "../../api/client.ts";
import { hasPrivateKey } from "../../api/presented.ts";
import { announce } from "../../components/announce.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Choice, Form, TextInput } from "../../components/fields.tsx";
import { FileArea } from "../../components/file-area.tsx";
import { TextArea } from "../../components/long-fields.tsx";
import { CopyButton } from "../../components/values.tsx";
import { saveText } from "../../save.ts";
import { publishing } from "../../texts/publishing.ts";
import { texts } from "../../texts.ts";

const names = publishing.devices;

export function BindDevice(path: { readonly publisherId: string; readonly assetId: string }) {
  const [serialNumber, setSerial] = useState("");
  const [evidence, setEvidence] = useState<Evidence>("certificateSigningRequest");
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [isChecked, setChecked] = useState(false);
  const bind = useIntent(
    async (typed: Parameters<typeof bindingOf>[0], key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
          params: { path, ...keyed(key) },
          body: bindingOf(typed),
        })
      ).data,
    () => {
      // Keys of a tag stay in the page no longer than they are needed.
      setFirst("");
      setSecond("");
      announce(names.bound);
    },
  );
  if (bind.data) return <Bound certificate={bind.data.deviceCertificate} assetId={path.assetId} />;
  const fields = names.evidence[evidence];
  const isSerial = /^[0-9A-Za-z:.-]{1,64}$/.test(serialNumber.trim());
  const needsSecond = fields.second !== undefined;
  const isComplete = first.trim() !== "" && (!needsSecond || second.trim() !== "");
  const FirstArea = fields.isFile ? FileArea : TextArea;
  const fault =
    fields.isFile && hasPrivateKey(first)
      ? texts.files.privateKey
      : isComplete
        ? undefined
        : names.incomplete;
  const submit = () => {
    setChecked(true);
    if (isSerial && fault === undefined) bind.start({ serialNumber, evidence, first, second });
  };
  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        label={names.serial}
        value={serialNumber}
        onChange={setSerial}
        maxLength={64}
        required
        error={isChecked && !isSerial ? names.serialWrong : undefined}
      />
      <Choice
        label={names.by}
        value={evidence}
        onChange={(value) => setEvidence(EVIDENCES.find((each) => each === value) ?? evidence)}
        options={EVIDENCES.map((value) => ({ value, text: names.evidence[value].name }))}
      />
      <FirstArea
        label={fields.first}
        value={first}
        onChange={setFirst}
        error={isChecked ? fault : undefined}
      />
      {fields.second !== undefined && <TextArea label={fields.second} value={second} onChange={setSecond} />}
      <p>
        <a href="/docs/devices" target="_blank" rel="noreferrer">
          {names.guide}
        </a>
      </p>
      <ErrorNotice error={bind.error} />
      <Button type="submit" className="main" isDisabled={bind.isPending}>
        {bind.isPending ? names.binding : names.bindButton}
      </Button>
    </Form>
  );
}

function Bound({ certificate, assetId }: { readonly certificate: string; readonly assetId: string }) {
  if (certificate === "") return <p className="notice good">{names.bound}</p>;
  return (
    <div className="notice good">
      <p>{names.boundCertificate}</p>
      <p className="actions">
        <CopyButton text={certificate} label={names.certificate} />
        <Button onPress={() => saveText(certificate, `${assetId}.pem`, "application/x-pem-file")}>
          {names.download}
        </Button>
      </p>
      <pre className="paper">{certificate}</pre>
    </div>
  );
}
