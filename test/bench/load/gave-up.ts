/** A contender that stopped serving: it refused or closed a connection, answered with an error, or did not answer. */
export class GaveUp extends Error {}
