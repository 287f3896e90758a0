import { authDpop } from "./auth-dpop.ts";
import { authJwt } from "./auth-jwt.ts";
import { authMtls } from "./auth-mtls.ts";
import { authenticityCached } from "./authenticity-cached.ts";
import { authenticityPop } from "./authenticity-pop.ts";
import { eventsDelivery } from "./events-delivery.ts";
import { eventsFirstAttempt } from "./events-first-attempt.ts";
import { eventsSlowNeighbour } from "./events-slow-neighbour.ts";
import { eventsStream } from "./events-stream.ts";
import { growth } from "./growth.ts";
import { latencyRead, latencyWrite } from "./latency.ts";
import { memoryGateway } from "./memory-gateway.ts";
import { memoryStreams } from "./memory-streams.ts";
import { paymentsAuthorizeSql } from "./payments-authorize-sql.ts";
import { paymentsCreateControl } from "./payments-create-control.ts";
import { paymentsCreateSigned } from "./payments-create-signed.ts";
import { paymentsCreateSql } from "./payments-create-sql.ts";
import { paymentsGetControl } from "./payments-get-control.ts";
import { paymentsGetGrpcGateway } from "./payments-get-grpc-gateway.ts";
import type { Bench } from "./setting.ts";
import { timingAuthenticity } from "./timing-authenticity.ts";
import { timingOwnership } from "./timing-ownership.ts";

/** Every bench, in the order in which they run. */
export const benches: readonly Bench[] = [
  paymentsCreateControl,
  paymentsCreateSql,
  paymentsCreateSigned,
  paymentsAuthorizeSql,
  paymentsGetControl,
  paymentsGetGrpcGateway,
  authenticityCached,
  authenticityPop,
  authMtls,
  authJwt,
  authDpop,
  timingAuthenticity,
  timingOwnership,
  latencyWrite,
  latencyRead,
  eventsStream,
  eventsDelivery,
  eventsFirstAttempt,
  eventsSlowNeighbour,
  memoryStreams,
  memoryGateway,
  growth,
];
