// Every process of the bench speaks TLS 1.3 only, as the product's do.
import tls from "node:tls";

tls.DEFAULT_MIN_VERSION = "TLSv1.3";
