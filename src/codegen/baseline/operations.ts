// Compares what neither buf nor oasdiff sees: the options of methods and of error codes.
import type { DescMethod, FileRegistry } from "@bufbuild/protobuf";
import { type OperationOption, Options } from "../options.ts";
import type { Finding } from "./findings.ts";

interface ErrorEntry {
  readonly code: string;
  readonly httpStatus: number;
  readonly grpcCode: string;
  readonly retryable?: boolean;
}

/** A contract: its methods by name, each with its option, and its error codes by name. */
interface Contract {
  readonly methods: ReadonlyMap<string, { readonly desc: DescMethod; readonly option: OperationOption }>;
  readonly errors: ReadonlyMap<string, ErrorEntry>;
}

function contractOf(registry: FileRegistry): Contract {
  const files = [...registry.files];
  const options = new Options(files);
  const methods = files
    .filter(({ proto }) => proto.package.startsWith("pda."))
    .flatMap(({ services }) => services.flatMap((service) => service.methods))
    .map(
      (desc) => [`${desc.parent.typeName}.${desc.name}`, { desc, option: options.operation(desc) }] as const,
    );
  const errors = (registry.getEnum("pda.api.v1.ErrorCode")?.values ?? []).flatMap((value) => {
    const entry = options.read<ErrorEntry>(value, "pda.api.v1.error");
    return entry ? [[value.name.replace(/^ERROR_CODE_/, ""), entry] as const] : [];
  });
  return { methods: new Map(methods), errors: new Map(errors) };
}

/** Compares access, errors, idempotency and limits of all methods, and the error codes. Removed methods and codes are buf's to find. */
export function operationFindings(baseline: FileRegistry, present: FileRegistry): Finding[] {
  const [before, now] = [contractOf(baseline), contractOf(present)];
  const ofMethods = [...before.methods].flatMap(([name, was]) => {
    const is = now.methods.get(name);
    if (!is) return [];
    return [
      ...accessFindings(was.option, is.option),
      ...errorFindings(codesOf(was.option, before), codesOf(is.option, now)),
      ...formFindings(was, is),
    ].map((what) => `operation: ${name}: ${what}`);
  });
  const ofCodes = [...before.errors].flatMap(([name, was]) => {
    const is = now.errors.get(name);
    return is ? changedMembers(was, is).map((what) => `error code: ${name}: ${what}`) : [];
  });
  return [...ofMethods, ...ofCodes];
}

const accessOf = ({ public: open, credential, scope, peer, each }: OperationOption): string => {
  if (open) return "public";
  if (credential) return "any credential";
  if (scope) return `scope ${scope}`;
  return peer ? `peer ${peer}` : `each ${each}`;
};

/** How many callers an access admits: everyone, everyone with a credential, or some. */
const width = ({ public: open, credential }: OperationOption): number => (open ? 2 : credential ? 1 : 0);

function accessFindings(was: OperationOption, is: OperationOption): string[] {
  if (accessOf(was) === accessOf(is) || width(is) > width(was)) return [];
  return [`access changed from ${accessOf(was)} to ${accessOf(is)}`];
}

const codesOf = ({ errors = [] }: OperationOption, contract: Contract): Set<string> =>
  new Set(errors.map((name) => contract.errors.get(name)?.code ?? name));

function errorFindings(was: ReadonlySet<string>, is: ReadonlySet<string>): string[] {
  return [...was].filter((code) => !is.has(code)).map((code) => `error code ${code} was removed`);
}

function formFindings(
  was: { readonly desc: DescMethod; readonly option: OperationOption },
  is: { readonly desc: DescMethod; readonly option: OperationOption },
): string[] {
  const found: string[] = [];
  if (was.desc.idempotency !== is.desc.idempotency)
    found.push("idempotency_level changed, so repeats mean something else");
  if (!was.option.sandbox && is.option.sandbox) found.push("is no longer served in production");
  const { tenant } = is.option;
  // A member that earlier requests cannot have refuses none of them.
  const isNew = !was.option.tenant && !was.desc.input.fields.some(({ name }) => name === tenant);
  if (was.option.tenant !== tenant && !isNew)
    found.push(`tenant changed from ${was.option.tenant ?? "none"} to ${tenant ?? "none"}`);
  if ((is.option.bodyBytesMax ?? 0) < (was.option.bodyBytesMax ?? 0))
    found.push(
      `body_bytes_max fell from ${was.option.bodyBytesMax} to ${is.option.bodyBytesMax ?? "the general limit"}`,
    );
  return found;
}

function changedMembers(was: ErrorEntry, is: ErrorEntry): string[] {
  return (["code", "httpStatus", "grpcCode", "retryable"] as const)
    .filter((member) => (was[member] ?? false) !== (is[member] ?? false))
    .map((member) => `${member} changed from ${was[member] ?? false} to ${is[member] ?? false}`);
}
