/** What a caller is told of a client certificate that authenticates nobody, whether it is revoked or was issued by others. */
export const CERTIFICATE_OF_NOBODY =
  "The client certificate of the connection is not one of this service in force.";
