// Declarations for readers and editors: the compiler reads the functions, unrolled, from scripts/bn254-products.mjs.

/** The product of two elements a0 + a1·i of the quadratic field, i² = -1. The target may be one of the factors. */
export declare function multiplyQuadratic(target: usize, a: usize, b: usize): void

/** The products of the parts: a0·b0 and a1·b1. The target may be one of the factors. */
export declare function multiplyParts(target: usize, a: usize, b: usize): void
