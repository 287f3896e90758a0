// Whether the service is a sandbox, where value is test value.
import { api } from "./client.ts";

export const sandboxQuery = {
  queryKey: ["is-sandbox"],
  queryFn: async () => (await api().GET("/api/v1/server-info")).data.environment === "sandbox",
  staleTime: Number.POSITIVE_INFINITY,
};
