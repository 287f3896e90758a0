// Issuing many: a batch in which one item is wrong, and a job that is filled in two pieces.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";

const jobs = "/api/v1/publishers/{publisherId}/issuance-jobs" as const;

/** Calls each operation of issuing many once, for a publisher of its own. */
export async function issuancePart(demo: Demo, { network }: PublisherState): Promise<void> {
  const api = demo.operator;
  const { publisherId } = (await api.POST("/api/v1/publishers", { body: { name: "Example Press" } })).data;
  const path = { publisherId };
  const print = (number: number, supportedNetwork = network) => ({
    assetProfile: { kind: "good" as const, name: `Signed print ${number}` },
    supportedNetworks: [supportedNetwork],
    reference: `PRINT-${number}`,
  });

  await demo.step("issue assets of which one is wrong", async () => {
    const { data } = await api.POST("/api/v1/publishers/{publisherId}/assets/batch", {
      params: { path },
      body: { items: [print(1), print(2, "none:0"), print(1)] },
    });
    expectEqual(
      "status of each item",
      data.items.map(({ status }) => status),
      ["issued", "failed", "already_issued"],
    );
  });

  const { issuanceJobId } = (
    await demo.step("begin an issuance job", () =>
      api.POST(jobs, { params: { path }, body: { reference: "prints.csv", itemCount: 3 } }),
    )
  ).data;
  const ofJob = { params: { path: { ...path, issuanceJobId } } };
  const add = (firstIndex: number, numbers: readonly number[]) =>
    api.POST(`${jobs}/{issuanceJobId}/items`, {
      ...ofJob,
      body: { firstIndex, items: numbers.map((number) => print(number)) },
    });
  await demo.step("add the first items of the job", () => add(0, [3, 4]));
  await demo.step("ask where an upload that broke off goes on", async () => {
    const { data } = await api.GET(`${jobs}/{issuanceJobId}`, ofJob);
    expectEqual("receivedCount", data.receivedCount, 2);
  });
  await demo.step("leave an item out", () => expectRefused(add(3, [6]), "SVC-4094", "ITEMS_MISSING"));
  await demo.step("add the last item of the job", () => add(2, [5]));
  await demo.step("retrieve a job that has all its items", async () => {
    const { data } = await api.GET(`${jobs}/{issuanceJobId}`, ofJob);
    expectEqual("status", data.status, "completed");
  });
  await demo.step("list the results of a job", () => api.GET(`${jobs}/{issuanceJobId}/items`, ofJob));
  await demo.step("list the issuance jobs of a publisher", () => api.GET(jobs, { params: { path } }));
}
