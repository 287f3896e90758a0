import type { Asset } from "../../domain/asset/asset.ts";
import { type Publisher, requireActive } from "../../domain/publisher/publisher.ts";
import { Failure } from "../../rpc/failure.ts";
import type { AssetWriter } from "../../store/asset/assets.ts";
import type { PublisherReader, PublisherWriter } from "../../store/publisher/publishers.ts";
import { requireVersion } from "../contract/precondition.ts";

/**
 * Returns the publisher that a request names. The pipeline has already checked that the caller may name this publisher.
 * @throws Failure NOT_FOUND
 */
export async function requirePublisher(publishers: PublisherReader, publisherId: string): Promise<Publisher> {
  const publisher = await publishers.get(publisherId);
  if (!publisher) throw new Failure("NOT_FOUND");
  return publisher;
}

/**
 * Locks and returns the publisher that a request changes.
 *
 * @throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
export async function lockPublisher(
  publishers: PublisherWriter,
  named: { readonly publisherId: string; readonly ifMatch: readonly number[] },
): Promise<Publisher> {
  const publisher = await publishers.lock(named.publisherId);
  if (!publisher) throw new Failure("NOT_FOUND");
  requireVersion(publisher, named.ifMatch);
  return publisher;
}

/** Returns the publisher that a request names, if the publisher may issue. @throws Failure NOT_FOUND, Refused PUBLISHER_NOT_ACTIVE */
export async function requireIssuing(publishers: PublisherReader, publisherId: string): Promise<Publisher> {
  const publisher = await requirePublisher(publishers, publisherId);
  requireActive(publisher);
  return publisher;
}

/** Locks and returns the publisher's asset. @throws Failure NOT_FOUND, the same for an unknown asset and for another publisher's asset */
export async function lockOwnAsset(
  assets: AssetWriter,
  named: { readonly publisherId: string; readonly assetId: string },
): Promise<Asset> {
  const asset = await assets.lock(named.publisherId, named.assetId);
  if (!asset) throw new Failure("NOT_FOUND");
  return asset;
}
