// Bounds of a stream. Both ends hold them, so that neither has to trust the other's memory.

/** Paths in the table of methods; the contract has about fifty. */
export const methodsMax = 1024;

/** Slots in the table of principals; more than calls in one message, so that there is always one which the message does not use. */
export const principalSlots = 2048;

/** Calls in one message: enough to share its cost, few enough that none waits long for the others to be written. */
export const callsPerMessageMax = 512;

/** A message is sent once it is this long. */
export const messageBytes = 131_072;

/** What a call or a result adds to a message beside its request or response, at about the most. */
export const overheadBytes = 128;

/** Requests longer than this go as unary calls: one big request would make many small ones wait behind it. */
export const requestBytesMax = 262_144;

/** Longest response; the gRPC message around it must stay below what `serveRpc` allows. */
export const responseBytesMax = 4 * 1024 * 1024 - 1024;

/** Open calls of one stream. */
export const inFlightMax = 1024;

/** Calls that wait at one client until a stream has room for them, in total. */
export const waitingMax = 8192;

/** Bytes of the requests of all calls of one client that have no answer. */
export const requestBytesInFlightMax = 67_108_864;

/** Bytes of answers that wait behind those that the stream has, for a client that takes none: above this no further calls are begun. */
export const untakenBytesMax = 67_108_864;

/** Above this, answers are refused as well. */
export const untakenBytesLimit = 2 * untakenBytesMax;

/** gRPC path of the stream. */
export const dispatchPath = "/pda.dispatch.v1.DispatchService/Dispatch";
