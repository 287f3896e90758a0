/**
 * Reasons with which a settlement waits as it should: an earlier transfer must become final first, however long that takes. They are no
 * trouble and raise no alarm.
 */
export const awaitedReasons: readonly string[] = ["SEQUENCE_NOT_READY"];
