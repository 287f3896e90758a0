export const assetDomain = "assets.pda.example";
/** Base address of the service as callers know it. */
export const publicUrl = "https://localhost:8443";
