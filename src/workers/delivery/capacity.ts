/** Requests at once of a worker, of the endpoints of one tenant, and to one host. */
const totalMax = 512;
/** Places for tenants that have none. */
const firstMin = 64;
const tenantMax = 64;
const hostMax = 32;

/** Who takes a place for a request. */
export interface Place {
  readonly tenant: string;
  readonly host: string;
}

/**
 * Counts requests under way, so that no tenant and no host takes the places of all others. The fewer places are free, the fewer a tenant may
 * have (Choudhury and Hahne, "Dynamic queue length thresholds", 1998), and the last ones are for tenants that have none. So however slow the
 * receivers of many tenants are, the next tenant finds a place.
 */
export class Capacity {
  #total = 0;
  readonly #tenants = new Map<string, number>();
  readonly #hosts = new Map<string, number>();

  /** Number of requests under way. */
  get used(): number {
    return this.#total;
  }

  get isFull(): boolean {
    return this.#total >= totalMax;
  }

  has({ tenant, host }: Place): boolean {
    const ofTenant = this.#tenants.get(tenant) ?? 0;
    const max = Math.min(tenantMax, Math.max(1, totalMax - this.#total - firstMin));
    return !this.isFull && ofTenant < max && (this.#hosts.get(host) ?? 0) < hostMax;
  }

  take({ tenant, host }: Place): void {
    this.#total += 1;
    add(this.#tenants, tenant, 1);
    add(this.#hosts, host, 1);
  }

  give({ tenant, host }: Place): void {
    this.#total -= 1;
    add(this.#tenants, tenant, -1);
    add(this.#hosts, host, -1);
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
