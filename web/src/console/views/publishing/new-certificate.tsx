// A certificate for a signing request, whose key stays where it was made.
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import type { NewCertificate as Asked, Sort } from "../../api/certificates.ts";
import { hasPrivateKey } from "../../api/presented.ts";
import { ROLES } from "../../api/roles.ts";
import { announce } from "../../components/announce.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Choice, Form } from "../../components/fields.tsx";
import { FileArea } from "../../components/file-area.tsx";
import { saveText } from "../../save.ts";
import { publishing } from "../../texts/publishing.ts";
import { texts } from "../../texts.ts";

const names = publishing.certificates;

export function NewCertificate({ sort }: { readonly sort: Sort }) {
  const [request, setRequest] = useState("");
  const [role, setRole] = useState("");
  const [isChecked, setChecked] = useState(false);
  const make = useIntent(
    (body: Asked, key) => sort.make(body, key),
    () => announce(names.done),
  );
  if (make.data) {
    const { certificateId, certificateChain } = make.data;
    return (
      <div className="notice good">
        <p>{names.done}</p>
        <p>
          <Button
            onPress={() => saveText(certificateChain, `${certificateId}.pem`, "application/x-pem-file")}
          >
            {names.download}
          </Button>
        </p>
        <pre className="paper">{certificateChain}</pre>
      </div>
    );
  }
  const fault = hasPrivateKey(request)
    ? texts.files.privateKey
    : request.trim() === ""
      ? names.requestWrong
      : undefined;
  const submit = () => {
    setChecked(true);
    if (fault === undefined) make.start({ certificateSigningRequest: request.trim(), role });
  };
  return (
    <Form className="form" onSubmit={submit}>
      <FileArea
        label={names.request}
        value={request}
        onChange={setRequest}
        hint={names.requestHint}
        error={isChecked ? fault : undefined}
      />
      {sort.name === "access" && (
        <Choice
          label={names.role}
          value={role}
          onChange={setRole}
          options={["", ...ROLES.publisher].map((value) => ({
            value,
            text: value === "" ? names.noRole : value,
          }))}
        />
      )}
      <ErrorNotice error={make.error} />
      <Button type="submit" className="main" isDisabled={make.isPending}>
        {make.isPending ? names.making : names.makeButton}
      </Button>
    </Form>
  );
}
