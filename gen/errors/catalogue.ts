// Generated from proto/pda/api/v1/error.proto by protoc-gen-errors. Do not edit.

/** The error catalogue by name. */
export const catalogue = {
  INVALID_ARGUMENT: {"code":"SVC-4000","httpStatus":400,"grpcCode":3,"message":"The request is not valid; `errors` names each field.","retryable":false},
  MALFORMED_JSON: {"code":"SVC-4001","httpStatus":400,"grpcCode":3,"message":"The body is not a strict JSON object.","retryable":false},
  INVALID_CERTIFICATE_REQUEST: {"code":"SVC-4002","httpStatus":400,"grpcCode":3,"message":"The certificate signing request is not acceptable.","retryable":false},
  INVALID_DEVICE_CERTIFICATE: {"code":"SVC-4003","httpStatus":400,"grpcCode":3,"message":"The device certificate cannot be read.","retryable":false},
  INVALID_IDEMPOTENCY_KEY: {"code":"SVC-4004","httpStatus":400,"grpcCode":3,"message":"The Idempotency-Key must be 1 to 255 visible ASCII characters.","retryable":false},
  INVALID_PAGE_TOKEN: {"code":"SVC-4005","httpStatus":400,"grpcCode":3,"message":"The page token does not belong to this list and filter.","retryable":false},
  INVALID_PUBLISHER_CERTIFICATE: {"code":"SVC-4010","httpStatus":401,"grpcCode":16,"message":"Invalid publisher certificate","retryable":false},
  UNAUTHENTICATED: {"code":"SVC-4011","httpStatus":401,"grpcCode":16,"message":"A valid credential is needed.","retryable":false},
  PERMISSION_DENIED: {"code":"SVC-4030","httpStatus":403,"grpcCode":7,"message":"The credential does not permit this operation.","retryable":false},
  SIGNATURE_REFUSED: {"code":"SVC-4031","httpStatus":403,"grpcCode":7,"message":"The signature does not authorise this.","retryable":false},
  NOT_FOUND: {"code":"SVC-4040","httpStatus":404,"grpcCode":5,"message":"There is no such resource.","retryable":false},
  ROUTE_NOT_FOUND: {"code":"SVC-4041","httpStatus":404,"grpcCode":12,"message":"There is no such path.","retryable":false},
  METHOD_NOT_ALLOWED: {"code":"SVC-4050","httpStatus":405,"grpcCode":12,"message":"The path does not have this method.","retryable":false},
  NOT_ACCEPTABLE: {"code":"SVC-4060","httpStatus":406,"grpcCode":3,"message":"The answer is only available as application/json.","retryable":false},
  REQUEST_TIMEOUT: {"code":"SVC-4080","httpStatus":408,"grpcCode":4,"message":"The request did not arrive in full in time. Send it again on a new connection.","retryable":true},
  ALREADY_EXISTS: {"code":"SVC-4090","httpStatus":409,"grpcCode":6,"message":"It exists already.","retryable":false},
  STATE_CONFLICT: {"code":"SVC-4091","httpStatus":409,"grpcCode":9,"message":"The resource is not in a state that allows this.","retryable":false},
  IDEMPOTENCY_KEY_IN_FLIGHT: {"code":"SVC-4092","httpStatus":409,"grpcCode":10,"message":"A request with this Idempotency-Key is still being processed.","retryable":true},
  CONCURRENT_UPDATE: {"code":"SVC-4093","httpStatus":409,"grpcCode":10,"message":"Another request changed the resource at the same moment.","retryable":true},
  PRECONDITION_FAILED: {"code":"SVC-4120","httpStatus":412,"grpcCode":9,"message":"The resource has changed since the version that the request is for.","retryable":false},
  PAYLOAD_TOO_LARGE: {"code":"SVC-4130","httpStatus":413,"grpcCode":11,"message":"The body is larger than the limit.","retryable":false},
  URI_TOO_LONG: {"code":"SVC-4140","httpStatus":414,"grpcCode":11,"message":"The path and the query are longer than the limit.","retryable":false},
  UNSUPPORTED_MEDIA_TYPE: {"code":"SVC-4150","httpStatus":415,"grpcCode":3,"message":"The body must be application/json in UTF-8.","retryable":false},
  EXPECTATION_FAILED: {"code":"SVC-4170","httpStatus":417,"grpcCode":3,"message":"The Expect header must be 100-continue or absent.","retryable":false},
  MISDIRECTED_REQUEST: {"code":"SVC-4210","httpStatus":421,"grpcCode":3,"message":"The request is for a host that is not served here.","retryable":false},
  UNKNOWN_REFERENCE: {"code":"SVC-4221","httpStatus":422,"grpcCode":9,"message":"The request names something that does not exist or cannot be used here.","retryable":false},
  IDEMPOTENCY_KEY_REUSED: {"code":"SVC-4222","httpStatus":422,"grpcCode":9,"message":"The Idempotency-Key was used with another request.","retryable":false},
  INSUFFICIENT_FUNDS: {"code":"SVC-4223","httpStatus":422,"grpcCode":9,"message":"The balance is too low.","retryable":false},
  REFUND_REFUSED: {"code":"SVC-4224","httpStatus":422,"grpcCode":9,"message":"The refund is not eligible.","retryable":false},
  AMOUNT_NOT_ALLOWED: {"code":"SVC-4225","httpStatus":422,"grpcCode":9,"message":"The amount is not allowed for this asset type.","retryable":false},
  RATE_LIMITED: {"code":"SVC-4290","httpStatus":429,"grpcCode":8,"message":"Too many requests.","retryable":true},
  HEADERS_TOO_LARGE: {"code":"SVC-4310","httpStatus":431,"grpcCode":11,"message":"The headers are larger than the limit.","retryable":false},
  INTERNAL: {"code":"SVC-5000","httpStatus":500,"grpcCode":13,"message":"The service failed unexpectedly. The request id finds the cause in its logs.","retryable":true},
  METHOD_NOT_IMPLEMENTED: {"code":"SVC-5010","httpStatus":501,"grpcCode":12,"message":"The service does not know this method.","retryable":false},
  UNAVAILABLE: {"code":"SVC-5030","httpStatus":503,"grpcCode":14,"message":"The service is not available right now.","retryable":true},
  DEADLINE_EXCEEDED: {"code":"SVC-5040","httpStatus":504,"grpcCode":4,"message":"The request was not finished within its deadline.","retryable":true},
} as const;

/** Name of a catalogue entry. */
export type ErrorName = keyof typeof catalogue;
