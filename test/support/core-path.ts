/**
 * The transport between gateway and core that the products and gateways of this run use by default: `auto` is dispatch, `off` is unary
 * calls. `test/run.sh` runs the tests that go through both tiers with each of them.
 */
export const corePath: "auto" | "off" = process.env.TEST_CORE_PATH === "off" ? "off" : "auto";
