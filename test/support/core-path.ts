/**
 * The way between gateway and core that the products and gateways of this run use unless a test says otherwise: `auto` is dispatch,
 * `off` unary calls. `test/run.sh` runs what goes through both tiers by each of them.
 */
export const corePath: "auto" | "off" = process.env.TEST_CORE_PATH === "off" ? "off" : "auto";
