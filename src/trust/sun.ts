/** Secure unique NFC messages of NTAG 424 DNA tags, NXP AN12196. */
export { aesCmac } from "./sun/cmac.ts";
export { type SunKeys, type SunMessage, type SunReason, type SunResult, verifySun } from "./sun/message.ts";
