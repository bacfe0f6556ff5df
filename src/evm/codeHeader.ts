const marker = 0xfc
const headerBytes = 4

/**
 * Position of the first instruction of code. Code of at least 4 bytes that starts with FC has a header; its fourth
 * byte is the length of an extension. The position may be behind the end of the code.
 */
export const firstInstruction = (code: Uint8Array): number =>
  code.length >= headerBytes && code[0] === marker ? headerBytes + code[3]! : 0
