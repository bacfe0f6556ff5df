/* The numbers of secp256k1 (SEC 2, 2.4.1). */

/** The prime of the field. */
export const prime = 2n ** 256n - 2n ** 32n - 977n

/** The order of the group, N. */
export const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The generator of the group, G. */
export const generator = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
}
