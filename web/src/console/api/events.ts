// Events that have happened.
import { api, type Schemas } from "./client.ts";

/** Returns the events about some resources, such as a payment with its refunds and settlements. A resource has few. */
export async function eventsAbout(subjects: readonly string[]): Promise<Schemas["Event"][]> {
  const pages = subjects.map(
    async (subject) => (await api().GET("/api/v1/events", { params: { query: { subject } } })).data.items,
  );
  return (await Promise.all(pages)).flat();
}
