/**
 * The code of lmdb in the bundle of the program, whose compiled code is kept. The build fills this in (scripts/bundle.mjs):
 * loaded as a package, lmdb takes 35 ms, most of it for encodings that are not used and for finding its binary.
 */
export const bundledLmdb: (() => typeof import('lmdb')) | undefined = undefined
