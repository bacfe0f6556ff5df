/** Pages use noble's library, and our WebAssembly to recover keys. */
export const loadNative: typeof import('./native.ts').loadNative = () => undefined
