import type {
  VerifyRevocationRequest,
  VerifyRevocationResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { proceed, settle, values } from "../../rpc/outcome.ts";
import type { EvidenceAsked } from "../../store/asset/evidence.ts";
import type { Standing } from "../../store/verification/standing.ts";
import type { StatusLists } from "../revocation/status-lists.ts";
import { revocationAnswer } from "./asset-verdicts.ts";
import type { CertificateJudge, Presented } from "./judge.ts";
import { momentOf } from "./verdict-convert.ts";

/** Whether assets and certificates of devices were revoked. */
export const verifyRevocation = (judge: CertificateJudge, statusLists: StatusLists) =>
  readsInSets<VerifyRevocationRequest, VerifyRevocationResponse>({
    run: async (calls, read) => {
      const asked = calls.map(({ request: { assetId, deviceCertificate } }) =>
        settle(() => {
          const device =
            deviceCertificate === undefined ? undefined : deviceOf(judge.read(deviceCertificate));
          return { assetId, device };
        }),
      );
      const moment = momentOf(new Date());
      const readable = values(asked);
      const [standings, numbers] = await Promise.all([
        read.standings.standings(readable),
        read.statusLists.numbersOfMany(readable.flatMap(({ device }) => device?.fingerprint ?? [])),
      ]);
      const found = new Map(readable.map((question, place) => [question, standings[place] as Standing]));
      return asked.map((outcome) =>
        proceed(outcome, (question) => {
          const fingerprint = question.device?.fingerprint;
          const listed = { numbers: numbers.get(fingerprint ?? ""), statusLists };
          const about = { assetId: question.assetId, fingerprint };
          return { revocation: revocationAnswer(about, found.get(question) as Standing, moment, listed) };
        }),
      );
    },
  });

/** What a device is found by. */
export function deviceOf({ chain, keyIdentifier, number }: Presented): Omit<EvidenceAsked, "assetId"> {
  return { keyIdentifier, fingerprint: chain.leaf.fingerprint, number };
}
