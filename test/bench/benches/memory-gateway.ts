import { setTimeout as sleep } from "node:timers/promises";
import type { LoadPlan } from "../load/plan.ts";
import { applyLoad, loadShape } from "../load/start.ts";
import { judgeMemory, residentMegabytes, type Sample, trendMax } from "../memory.ts";
import { leftOut, tell } from "../report.ts";
import { significant } from "../statistics.ts";
import type { Bench, Setting } from "./setting.ts";
import {
  authenticityRequests,
  authorised,
  createMany,
  createRequest,
  oursOf,
  readRequest,
} from "./targets.ts";

const secondsPreset = 300;
const sampleMs = 500;
const target = 250;

/** Of eight calls two create a payment, four read one and two verify an asset. */
async function mixed(setting: Setting): Promise<LoadPlan["requests"]> {
  const target = oursOf(setting);
  const reads = (await createMany(setting, target, 1_000)) as { paymentId: string }[];
  const verify = authenticityRequests(setting);
  const create = createRequest(target);
  return reads.flatMap(({ paymentId }, index) => {
    const read = readRequest(paymentId);
    return [read, index % 2 === 0 ? create : (verify[(index >> 1) % verify.length] ?? read)];
  });
}

/** Samples memory until `running` ends. */
async function sample(pids: readonly number[], running: Promise<unknown>): Promise<Sample[]> {
  const samples: Sample[] = [];
  let over = false;
  const ended = running.finally(() => {
    over = true;
  });
  ended.catch(() => undefined);
  const start = performance.now();
  let told = 0;
  while (!over) {
    const seconds = (performance.now() - start) / 1000;
    const megabytes = residentMegabytes(pids);
    if (megabytes !== undefined) samples.push({ seconds, megabytes });
    if (seconds - told >= 30) {
      told = seconds;
      tell(`  after ${Math.round(seconds)} s: ${Math.round(megabytes ?? 0)} MB`);
    }
    await Promise.race([sleep(sampleMs), ended]);
  }
  await ended;
  return samples;
}

/** Resident memory of the gateway, all its processes together, under mixed load. */
export const memoryGateway: Bench = {
  name: "memory.gateway/mb",
  async run(setting) {
    const { processes, product, made, secondsAsked } = setting;
    const seconds = secondsAsked ?? secondsPreset;
    const against = `its own start and a trend of at most ${trendMax} MB a minute over the last 60 % of the time`;
    const names = { bench: this.name, against, unit: "MB", target, seconds };
    const gateway = product.parts.gateway ?? [];
    if (residentMegabytes(gateway) === undefined) {
      const { ratio: _ratio, ...line } = leftOut(names, "this system does not tell resident memory");
      return { ...line, value: null };
    }
    const requests = await mixed(setting);
    const running = applyLoad(processes, {
      ...loadShape,
      port: product.port,
      ca: product.ca,
      requests,
      headers: authorised(made),
      keyed: true,
      seconds,
    });
    const memory = judgeMemory(await sample(gateway, running));
    const { calls } = await running;
    await product.settle();
    const value = significant(memory.max, 3);
    const more = {
      startMegabytes: significant(memory.start, 3),
      endMegabytes: significant(memory.end, 3),
      trendMegabytesPerMinute: significant(memory.trend, 3),
      grows: memory.grows,
      callsPerSecond: significant(calls / seconds),
    };
    return {
      ...names,
      value,
      met: value < target && !memory.grows,
      ours: value,
      theirs: significant(memory.start, 3),
      ...more,
    };
  },
};
