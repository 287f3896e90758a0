// Reads about one publisher and what it has issued.
import { useQuery } from "@tanstack/react-query";
import { useActing } from "../acting.ts";
import { api } from "./client.ts";

const publisherQuery = (publisherId: string) => ({
  queryKey: ["publisher", publisherId],
  queryFn: async () =>
    (await api().GET("/api/v1/publishers/{publisherId}", { params: { path: { publisherId } } })).data,
  staleTime: 60_000,
});

export const usePublisher = (publisherId: string) => useQuery(publisherQuery(publisherId));

/** Returns the name of the reader's own publisher; undefined while it is read, and where the key may not read it. */
export function useOwnPublisherName(): string | undefined {
  const { publisherId = "", may } = useActing();
  const enabled = publisherId !== "" && may("publishers.read");
  return useQuery({ ...publisherQuery(publisherId), enabled }).data?.name;
}

export const useAssetType = (publisherId: string, assetTypeId: string) =>
  useQuery({
    queryKey: ["publisher-types", publisherId, assetTypeId],
    queryFn: async () => {
      const params = { path: { publisherId, assetTypeId } };
      return (await api().GET("/api/v1/publishers/{publisherId}/asset-types/{assetTypeId}", { params })).data;
    },
  });

/** Returns codes of the publisher's asset types to suggest, the newest first. Empty while they are read. */
export function useOwnTypes(publisherId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ["publisher-types", publisherId, "codes"],
    queryFn: async () => {
      const params = { path: { publisherId }, query: { pageSize: 200 } };
      const { items } = (await api().GET("/api/v1/publishers/{publisherId}/asset-types", { params })).data;
      return items.map(({ assetType }) => assetType);
    },
  });
  return data ?? [];
}
