// Reads the error catalogue from the proto. The generators cannot read gen/, which they write at the same time.
import type { DescFile } from "@bufbuild/protobuf";
import type { Options } from "../options.ts";
import { describe } from "./comments.ts";

/** One entry of the catalogue. */
export interface CatalogueEntry {
  readonly name: string;
  readonly code: string;
  readonly httpStatus: number;
  /** Status of the envelope: the canonical gRPC code in lower case, e.g. `not_found`. */
  readonly status: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly description: string;
}

interface Written {
  code: string;
  httpStatus: number;
  grpcCode: string;
  message: string;
  retryable?: boolean;
}

/** Returns the entries by name, in the order of the proto. */
export function readCatalogue(
  files: readonly DescFile[],
  options: Options,
): ReadonlyMap<string, CatalogueEntry> {
  const codes = files.flatMap((file) => file.enums).find((e) => e.typeName === "pda.api.v1.ErrorCode");
  if (!codes) throw new Error("pda.api.v1.ErrorCode is missing");
  const entries = codes.values.slice(1).map((value): CatalogueEntry => {
    const written = options.read<Written>(value, "pda.api.v1.error");
    if (!written) throw new Error(`${value.name} has no (pda.api.v1.error)`);
    const { code, httpStatus, grpcCode, message, retryable = false } = written;
    const name = value.localName.toUpperCase();
    return {
      name,
      code,
      httpStatus,
      status: grpcCode.toLowerCase(),
      message,
      retryable,
      description: describe(value),
    };
  });
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** One reason of the catalogue. */
export interface CatalogueReason {
  readonly reason: string;
  /** The name of the entry that the reason belongs to. */
  readonly entry: string;
  readonly description: string;
}

/** Returns the reasons in the order of the proto. @throws Error when a reason has no code of the catalogue */
export function readReasons(files: readonly DescFile[], options: Options): readonly CatalogueReason[] {
  const catalogue = readCatalogue(files, options);
  const reasons = files.flatMap((file) => file.enums).find((e) => e.typeName === "pda.api.v1.ErrorReason");
  if (!reasons) throw new Error("pda.api.v1.ErrorReason is missing");
  return reasons.values.slice(1).map((value) => {
    const entry = options
      .read<{ code: string }>(value, "pda.api.v1.reason")
      ?.code.replace(/^ERROR_CODE_/, "");
    if (entry === undefined || !catalogue.has(entry))
      throw new Error(`${value.name} has no (pda.api.v1.reason)`);
    return { reason: value.localName.toUpperCase(), entry, description: describe(value) };
  });
}
