/** Secure unique NFC messages of NTAG 424 DNA tags, NXP AN12196. */
export { type SunKeys, type SunMessage, verifySun } from "./sun/message.ts";
