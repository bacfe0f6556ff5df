// Signatures of secp256k1 with private keys that are published, as those of development accounts: the time depends on the
// values. Numbers at INPUT, INPUT_Y and MODULUS are lowest byte first, those of the nonces highest first.
export { invert } from './curves/inverse'
export { INPUT, INPUT_Y, MODULUS } from './curves/memory'
export { HASH, KEY, NONCE } from './signing/memory'
export { multiplyGenerator, prepare } from './signing/multiples'
export { firstNonce, nextNonce } from './signing/nonce'
