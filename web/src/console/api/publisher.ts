// Reads about one publisher and what it has issued.
import { useQuery } from "@tanstack/react-query";
import { api } from "./client.ts";

export const usePublisher = (publisherId: string) =>
  useQuery({
    queryKey: ["publisher", publisherId],
    queryFn: async () =>
      (await api().GET("/api/v1/publishers/{publisherId}", { params: { path: { publisherId } } })).data,
    staleTime: 60_000,
  });

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
