// Bounds of a stream. Both ends enforce them, so that neither depends on the other's memory.

/** Paths in the table of methods; the contract has about fifty. */
export const methodsMax = 1024;

/** Slots in the table of principals. More than the calls in one message, so that one slot is always unused by the message. */
export const principalSlots = 2048;

/** Calls in one message: enough to share its cost, few enough that no call waits long for the others. */
export const callsPerMessageMax = 512;

/** A message is sent when it reaches this size. */
export const messageBytes = 131_072;

/** Larger requests are sent as unary calls, because a large request would delay many small ones behind it. */
export const requestBytesMax = 262_144;

/** Limit of a response; the gRPC message around it must stay below the limit of `serveRpc`. */
export const responseBytesMax = 4 * 1024 * 1024 - 1024;

/** Open calls of one stream. */
export const inFlightMax = 1024;

/** Calls of one client that wait for room on a stream, in total. */
export const waitingMax = 8192;

/** Bytes of the requests of all unanswered calls of one client. */
export const requestBytesInFlightMax = 67_108_864;

/** Bytes of answers that wait for a client that reads nothing, beyond those in the stream. Above this, no further call begins. */
export const untakenBytesMax = 67_108_864;

/** Above this, answers are refused too. */
export const untakenBytesLimit = 2 * untakenBytesMax;

/** gRPC path of the stream. */
export const dispatchPath = "/pda.dispatch.v1.DispatchService/Dispatch";
