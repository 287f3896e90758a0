// The service as its operator sees it.
import { api } from "./client.ts";

export const serverInfoQuery = {
  queryKey: ["server-info"],
  queryFn: async () => {
    const asked = Date.now();
    const { data } = await api().GET("/api/v1/server-info");
    // The service tells its time between the question and the answer.
    const here = (asked + Date.now()) / 2;
    return { ...data, deviceAheadSeconds: Math.round((here - Date.parse(data.serverTime ?? "")) / 1_000) };
  },
};

export const ledgerCheckQuery = {
  queryKey: ["ledger-check"],
  queryFn: async () => (await api().GET("/api/v1/operator/ledger-check")).data,
};

/** The alarms change by themselves, so they are asked for again. */
export const alarmsQuery = {
  queryKey: ["alarms"],
  queryFn: async () => (await api().GET("/api/v1/operator/alarms")).data.items,
  refetchInterval: 30_000,
};
