// Generated from openapi/pda.v1.yaml and gen/errors/catalogue.ts by src/codegen/typescript-client.ts. Do not edit.

/** Version of this package, and of the contract that it was made from. */
export const version = "1.0.0-rc.1";

/** The error codes of the service by name. The list may grow: treat an unknown code as its HTTP status says. */
export const ErrorCode = {
  /** The request is not valid; `errors` names each field. */
  INVALID_ARGUMENT: "SVC-4000",
  /** The body is not a strict JSON object. */
  MALFORMED_JSON: "SVC-4001",
  /** The certificate or the signing request cannot be read. */
  UNREADABLE_CERTIFICATE: "SVC-4002",
  /** The Idempotency-Key must be 1 to 255 visible ASCII characters. */
  INVALID_IDEMPOTENCY_KEY: "SVC-4004",
  /** The page token does not belong to this list and filter. */
  INVALID_PAGE_TOKEN: "SVC-4005",
  /** Invalid publisher certificate */
  INVALID_PUBLISHER_CERTIFICATE: "SVC-4010",
  /** A valid credential is needed. */
  UNAUTHENTICATED: "SVC-4011",
  /** The credential does not permit this operation. */
  PERMISSION_DENIED: "SVC-4030",
  /** The signature does not authorise this. */
  SIGNATURE_REFUSED: "SVC-4031",
  /** There is no such resource. */
  NOT_FOUND: "SVC-4040",
  /** There is no such path. */
  ROUTE_NOT_FOUND: "SVC-4041",
  /** The path does not have this method. */
  METHOD_NOT_ALLOWED: "SVC-4050",
  /** The answer is not available in any media type that the request accepts. */
  NOT_ACCEPTABLE: "SVC-4060",
  /** The request did not arrive in full in time. Send it again on a new connection. */
  REQUEST_TIMEOUT: "SVC-4080",
  /** It exists already. */
  ALREADY_EXISTS: "SVC-4090",
  /** The resource is in a final state that does not allow this. */
  STATE_FINAL: "SVC-4091",
  /** A request with this Idempotency-Key is still being processed. */
  IDEMPOTENCY_KEY_IN_FLIGHT: "SVC-4092",
  /** Another request changed the resource at the same moment. */
  CONCURRENT_UPDATE: "SVC-4093",
  /** The resource is not in a state that allows this now. */
  STATE_CONFLICT: "SVC-4094",
  /** It was done before. */
  ALREADY_DONE: "SVC-4095",
  /** It is too early for this. */
  NOT_YET: "SVC-4096",
  /** Only the operator of the service can make this possible. */
  OPERATOR_REQUIRED: "SVC-4097",
  /** A limit of the resource is reached. */
  LIMIT_REACHED: "SVC-4098",
  /** The resource has changed since the version that the request is for. */
  PRECONDITION_FAILED: "SVC-4120",
  /** The body is larger than the limit. */
  PAYLOAD_TOO_LARGE: "SVC-4130",
  /** The path and the query are longer than the limit. */
  URI_TOO_LONG: "SVC-4140",
  /** The body must be application/json in UTF-8. */
  UNSUPPORTED_MEDIA_TYPE: "SVC-4150",
  /** The Expect header must be 100-continue or absent. */
  EXPECTATION_FAILED: "SVC-4170",
  /** The request is for a host that is not served here. */
  MISDIRECTED_REQUEST: "SVC-4210",
  /** The request names something that does not exist or cannot be used here. */
  UNKNOWN_REFERENCE: "SVC-4221",
  /** The Idempotency-Key was used with another request. */
  IDEMPOTENCY_KEY_REUSED: "SVC-4222",
  /** The balance is too low. */
  INSUFFICIENT_FUNDS: "SVC-4223",
  /** The refund is not eligible. */
  REFUND_REFUSED: "SVC-4224",
  /** The amount is not allowed here. */
  AMOUNT_NOT_ALLOWED: "SVC-4225",
  /** The presented certificate, key, device, pass or proof is not accepted. */
  EVIDENCE_REFUSED: "SVC-4226",
  /** The terms of the asset do not allow this. */
  TERMS_REFUSED: "SVC-4227",
  /** Too many requests. */
  RATE_LIMITED: "SVC-4290",
  /** The headers are larger than the limit. */
  HEADERS_TOO_LARGE: "SVC-4310",
  /** The service failed unexpectedly. The request id finds the cause in its logs. */
  INTERNAL: "SVC-5000",
  /** The service does not know this method. */
  METHOD_NOT_IMPLEMENTED: "SVC-5010",
  /** The service is not available right now. */
  UNAVAILABLE: "SVC-5030",
  /** The request was not finished within its deadline. */
  DEADLINE_EXCEEDED: "SVC-5040",
} as const;

/** A known error code. */
export type KnownErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** The codes of errors after which the same request may succeed. */
export const retryableCodes: ReadonlySet<string> = new Set([
  "SVC-4080",
  "SVC-4092",
  "SVC-4093",
  "SVC-4290",
  "SVC-5000",
  "SVC-5030",
  "SVC-5040",
]);

/** A known reason of an error, more specific than its code. The list may grow: treat an unknown reason as its code says. */
export type KnownErrorReason =
  | "REQUIRED"
  | "WRONG_TYPE"
  | "WRONG_FORMAT"
  | "WRONG_LENGTH"
  | "WRONG_COUNT"
  | "OUT_OF_RANGE"
  | "UNKNOWN_VALUE"
  | "REPEATED"
  | "IDENTIFIER_FORM"
  | "UNKNOWN_MEMBER"
  | "UNKNOWN_PARAMETER"
  | "CONFLICT"
  | "IN_PATH"
  | "IN_HEADER"
  | "QUERY_ENCODING"
  | "TOO_MANY_PARAMETERS"
  | "BODY_NOT_ALLOWED"
  | "HOST_MISSING"
  | "HOST_REPEATED"
  | "HOST_MALFORMED"
  | "MALFORMED_HTTP"
  | "TRANSFER_ENCODING"
  | "MALFORMED_MESSAGE"
  | "CERTIFICATE_GIVEN"
  | "TERMS_WITHOUT_TICKET"
  | "VALIDITY_EMPTY"
  | "TIME_OUT_OF_RANGE"
  | "NOT_AHEAD"
  | "PERIOD_EMPTY"
  | "AMOUNT_MALFORMED"
  | "AMOUNT_NOT_POSITIVE"
  | "EXPIRY_NOT_ALLOWED"
  | "NAME_NOT_PRINTABLE"
  | "TEXT_NOT_PRINTABLE"
  | "TEXT_NOT_STORABLE"
  | "METADATA_KEY_RESERVED"
  | "SIMULATION_UNKNOWN"
  | "CHECK_DIGITS"
  | "OTHER_NETWORK"
  | "ONE_PER_NETWORK"
  | "NETWORK_REPEATED"
  | "ITEMS_BEYOND_COUNT"
  | "RECIPIENT_IS_OWNER"
  | "RECEIVER_IS_SENDER"
  | "KEY_UNCHANGED"
  | "KEY_IS_RECOVERY_KEY"
  | "KEY_WAS_HOLDER_KEY"
  | "HOLDER_KEY_MALFORMED"
  | "HOLDER_KEY_NOT_ON_CURVE"
  | "HOLDER_KEY_PRIVATE"
  | "HOLDER_KEY_TYPE_NOT_ALLOWED"
  | "PUBLIC_KEY_MALFORMED"
  | "PUBLIC_KEY_NOT_ON_CURVE"
  | "NOT_A_TAG_UID"
  | "SERIAL_NUMBER_NOT_ALLOWED"
  | "EMPTY"
  | "ENCODING"
  | "SYNTAX"
  | "DEPTH"
  | "DUPLICATE_MEMBER"
  | "FORBIDDEN_MEMBER"
  | "NUMBER"
  | "SURROGATE"
  | "TOP_LEVEL"
  | "TEXT_TOO_LARGE"
  | "TEXT_NOT_PEM_OR_BASE64"
  | "TEXT_PEM_LABEL"
  | "CHAIN_EMPTY"
  | "CHAIN_EXTRA_LEAF"
  | "CHAIN_TOO_LARGE"
  | "CHAIN_TOO_MANY_CERTIFICATES"
  | "CERTIFICATE_EXTENSION_DUPLICATED"
  | "CERTIFICATE_EXTENSION_MALFORMED"
  | "CERTIFICATE_NAME_MALFORMED"
  | "CERTIFICATE_SERIAL_TOO_LONG"
  | "CERTIFICATE_SIGNATURE_ALGORITHMS_DIFFER"
  | "CERTIFICATE_VERSION"
  | "CSR_TOO_LARGE"
  | "CSR_NOT_EXACTLY_ONE"
  | "CSR_VERSION"
  | "CSR_KEY_NOT_ALLOWED"
  | "CSR_SIGNATURE_ALGORITHM_NOT_ALLOWED"
  | "CSR_SIGNATURE_INVALID"
  | "DER_BAD_BIT_STRING"
  | "DER_BAD_BOOLEAN"
  | "DER_BAD_INTEGER"
  | "DER_BAD_NULL"
  | "DER_BAD_OBJECT_IDENTIFIER"
  | "DER_BAD_STRING"
  | "DER_BAD_TIME"
  | "DER_DEFAULT_ENCODED"
  | "DER_HIGH_TAG_NUMBER"
  | "DER_INDEFINITE_LENGTH"
  | "DER_NON_MINIMAL_LENGTH"
  | "DER_SET_NOT_SORTED"
  | "DER_TOO_DEEP"
  | "DER_TOO_LARGE"
  | "DER_TRAILING_BYTES"
  | "DER_TRUNCATED"
  | "DER_UNEXPECTED_TAG"
  | "INVALID_IDEMPOTENCY_KEY"
  | "INVALID_PAGE_TOKEN"
  | "CREDENTIAL_MISSING"
  | "CREDENTIAL_MALFORMED"
  | "CREDENTIAL_REFUSED"
  | "PEER_UNKNOWN"
  | "PRINCIPAL_MISSING"
  | "SCOPE_MISSING"
  | "OTHER_TENANT"
  | "INTERNAL_OPERATION"
  | "NAME_BY_OPERATOR"
  | "JWS_TOO_LARGE"
  | "JWS_NOT_COMPACT"
  | "JWS_HEADER_MALFORMED"
  | "JWS_HEADER_MEMBER_NOT_ALLOWED"
  | "JWS_ALGORITHM_NOT_ALLOWED"
  | "JWS_TYPE_MISMATCH"
  | "JWS_KEY_MISMATCH"
  | "JWS_SIGNATURE_INVALID"
  | "JWS_CLAIMS_MALFORMED"
  | "JWS_CLAIM_UNEXPECTED"
  | "JWS_CLAIM_MISMATCH"
  | "JWS_LIFETIME_TOO_LONG"
  | "JWS_ISSUED_IN_FUTURE"
  | "JWS_EXPIRED"
  | "KEY_RETIRED"
  | "NOT_FOUND"
  | "ROUTE_NOT_FOUND"
  | "VERSION_MISSING"
  | "METHOD_NOT_ALLOWED"
  | "NOT_ACCEPTABLE"
  | "REQUEST_TIMEOUT"
  | "TAKEN"
  | "PAYMENT_NOT_PENDING"
  | "PAYMENT_EXPIRED"
  | "IDEMPOTENCY_KEY_CANCELLED"
  | "ASSET_ENDED"
  | "ASSET_REVOKED"
  | "ASSET_RETIRED"
  | "EXPIRED"
  | "TERMINAL_REMOVED"
  | "CHANGE_EFFECTIVE"
  | "TRANSFER_NOT_OPEN"
  | "OFFER_KEY_RETIRED"
  | "RECOVERY_NOT_PENDING"
  | "RECOVERY_KEY_MISSING"
  | "API_KEY_NOT_ACTIVE"
  | "LIFECYCLE_TRANSITION"
  | "ASSET_NOT_ACTIVE"
  | "ASSET_SUSPENDED"
  | "ASSET_OWNED"
  | "OWNERSHIP_MOVED_ON"
  | "TRANSFER_OPEN"
  | "CHANGE_PENDING"
  | "NETWORK_REMOVED"
  | "ITEMS_MISSING"
  | "ITEMS_DIFFER"
  | "IDEMPOTENCY_KEY_IN_FLIGHT"
  | "CONCURRENT_UPDATE"
  | "NONCE_USED"
  | "PRESENTATION_USED"
  | "ALREADY_REDEEMED"
  | "ALREADY_REFUNDED"
  | "ACCOUNT_UNCHANGED"
  | "API_KEY_ROTATED"
  | "NOT_YET_VALID"
  | "RECOVERY_TOO_EARLY"
  | "PERIOD_OPEN"
  | "TRANSFER_NOT_PREPARED"
  | "MERCHANT_NOT_ACTIVE"
  | "PUBLISHER_NOT_ACTIVE"
  | "TRUST_ROOT_OFFLINE"
  | "CERTIFICATES_OF_KEY"
  | "KEYS_EXHAUSTED"
  | "RECOVERY_LIMIT"
  | "CLOCK_LIMIT"
  | "VERSION_CHANGED"
  | "PAYLOAD_TOO_LARGE"
  | "URI_TOO_LONG"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "CONTENT_ENCODING"
  | "EXPECTATION_FAILED"
  | "MISDIRECTED_REQUEST"
  | "UNKNOWN_ASSET_TYPE"
  | "ASSET_TYPE_NOT_PAYABLE"
  | "UNKNOWN_MERCHANT"
  | "UNKNOWN_TERMINAL"
  | "UNKNOWN_WALLET"
  | "UNKNOWN_PAYMENT"
  | "UNKNOWN_TRANSACTION"
  | "UNKNOWN_NETWORK"
  | "UNKNOWN_SCOPE"
  | "UNUSABLE_ACCOUNT"
  | "NETWORK_ASSET_NOT_USABLE"
  | "ASSET_NOT_OWNED"
  | "CLAIM_NOT_ACCEPTED"
  | "NOT_A_TICKET"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INSUFFICIENT_FUNDS"
  | "MERCHANT_BALANCE_SHORT"
  | "ORIGINAL_NOT_A_PAYMENT"
  | "REFUNDS_NOT_SUPPORTED"
  | "REFUND_WINDOW_CLOSED"
  | "AMOUNT_SCALE"
  | "AMOUNT_TOO_LARGE"
  | "AMOUNT_ABOVE_TAP_LIMIT"
  | "AMOUNT_NOT_EXPRESSIBLE"
  | "REFUND_EXCEEDS_PAID"
  | "CERTIFICATE_NOT_TRUSTED"
  | "CERTIFICATE_OUTSIDE_VALIDITY"
  | "ALGORITHM_NOT_ALLOWED"
  | "NOT_A_DEVICE_CERTIFICATE"
  | "NOT_AN_ISSUER_CERTIFICATE"
  | "PUBLISHER_CERTIFICATE_UNREGISTERED"
  | "PUBLISHER_CERTIFICATE_REVOKED"
  | "DEVICE_CERTIFICATE_REVOKED"
  | "DEVICE_REVOKED"
  | "DEVICE_UNREGISTERED"
  | "DEVICE_OF_OTHER_ASSET"
  | "DEVICE_NAME_MISMATCH"
  | "DEVICE_IS_A_CA"
  | "DEVICE_KEY_TYPE"
  | "DEVICE_KEY_USAGE"
  | "DEVICE_EXTENDED_KEY_USAGE"
  | "DEVICE_POLICY"
  | "DEVICE_NAMES"
  | "TOO_MANY_CERTIFICATES"
  | "LEAF_IS_TRUST_ANCHOR"
  | "UNKNOWN_ISSUER"
  | "SIGNATURE_ALGORITHM_NOT_ALLOWED"
  | "PUBLIC_KEY_NOT_ALLOWED"
  | "SIGNATURE_INVALID"
  | "CRITICAL_EXTENSION_UNKNOWN"
  | "POLICY_EXTENSION_UNSUPPORTED"
  | "EXTENSION_CRITICALITY_WRONG"
  | "SERIAL_NUMBER_NOT_POSITIVE"
  | "KEY_IDENTIFIER_MISSING"
  | "NAME_EMPTY"
  | "NOT_A_CA"
  | "PATH_LENGTH_EXCEEDED"
  | "KEY_USAGE_WRONG"
  | "NAME_EXCLUDED"
  | "NAME_NOT_PERMITTED"
  | "NAME_CONSTRAINT_UNSUPPORTED"
  | "TOO_MUCH_WORK"
  | "POLICY_MAPPING_MALFORMED"
  | "POLICY_REQUIRED"
  | "POLICY_NOT_ACCEPTABLE"
  | "KEY_USAGE_NOT_CRITICAL"
  | "EXTENDED_KEY_USAGE_NOT_ALONE"
  | "POLICY_NOT_NAMED"
  | "OUTLIVES_AUTHORITY"
  | "SERIAL_NUMBER_MISMATCH"
  | "NAME_MISMATCH"
  | "KEY_COMPROMISED"
  | "KEY_REVOKED"
  | "KEY_IN_USE"
  | "KEY_OF_OTHER_PUBLISHER"
  | "ASSET_UNKNOWN"
  | "ASSET_OF_OTHER_PUBLISHER"
  | "ASSET_NOT_RECOGNISED"
  | "ASSET_NOT_OF_WALLET"
  | "ASSURANCE_TOO_LOW"
  | "PROOF_NOT_ACCEPTED"
  | "PROOF_INVALID"
  | "PROOF_OF_UNBOUND_DEVICE"
  | "CHALLENGE_UNKNOWN"
  | "CHALLENGE_EXPIRED"
  | "CHALLENGE_OF_OTHER_ASSET"
  | "COUNTER_NOT_ABOVE_LAST"
  | "SUN_MESSAGE_NOT_OF_THIS_TAG"
  | "PASS_NOT_ACCEPTED"
  | "DEVICE_NOT_ACCEPTED"
  | "ASSET_NOT_TRANSFERABLE"
  | "WRONG_GATE"
  | "RATE_LIMITED"
  | "HEADERS_TOO_LARGE"
  | "TOO_MANY_HEADERS"
  | "INTERNAL"
  | "METHOD_NOT_IMPLEMENTED"
  | "UNAVAILABLE"
  | "OVERLOADED"
  | "SHUTTING_DOWN"
  | "CORE_NOT_SERVING"
  | "CREDENTIAL_UNCHECKED"
  | "NETWORK_UNAVAILABLE"
  | "SIGNING_KEY_UNAVAILABLE"
  | "DEADLINE_EXCEEDED"
  | "CANCELLED"
  | "STREAM_IDLE"
  | "IN_QUERY"
  | "CLIENT_CERTIFICATE_REFUSED"
  | "CREDENTIALS_DISAGREE"
  | "NOT_A_NETWORK"
  | "NETWORK_NOT_ALLOWED"
  | "LIMITS_EXCEEDED"
  | "DATA_KEY_UNAVAILABLE"
  | "ACCESS_CERTIFICATE_NOT_VALID"
  | "KEY_HAS_OTHER_USE"
  | "REQUEST_SIGNATURE_MALFORMED"
  | "REQUEST_SIGNATURE_INCOMPLETE"
  | "REQUEST_SIGNATURE_EXPIRED"
  | "REQUEST_SIGNATURE_REPLAYED"
  | "REQUEST_SIGNATURE_REFUSED"
  | "CONTENT_DIGEST_MISMATCH"
  | "REQUEST_SIGNATURE_REQUIRED"
  | "REQUEST_SIGNATURES_OFF"
  | "TENANT_RATE_LIMITED"
  | "CREDENTIAL_DELAYED"
  | "PUBLIC_KEY_UNREADABLE"
  | "PUBLIC_KEY_TYPE_NOT_ALLOWED"
  | "KEY_PROOF_REFUSED"
  | "PUBLIC_KEY_NOT_ACTIVE"
  | "PUBLIC_KEY_ROTATED"
  | "TOKEN_EXPIRED"
  | "TOKEN_NOT_YET_VALID"
  | "TOKEN_OF_OTHER_AUDIENCE"
  | "TOKEN_REPLAYED"
  | "TOKEN_CLAIMS_MALFORMED"
  | "TOKEN_BOUND"
  | "UNKNOWN_ROLE"
  | "LAST_ADMIN"
  | "OPERATION_NOT_ALLOWED"
  | "AMOUNT_ABOVE_LIMIT"
  | "ORIGIN_NOT_ALLOWED"
  | "UNKNOWN_OPERATION"
  | "NOT_AN_ORIGIN"
  | "OTHER_ASSET_TYPE"
  | "TOKEN_NOT_BOUND"
  | "DPOP_PROOF_MALFORMED"
  | "DPOP_PROOF_REFUSED"
  | "DPOP_PROOF_EXPIRED"
  | "DPOP_PROOF_REPLAYED"
  | "DPOP_NONCE_NEEDED"
  | "DELEGATION_NOT_ALLOWED"
  | "DELEGATION_USED_UP";
