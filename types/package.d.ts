/** Made by the build of the page's bundles (scripts/pageBundle.mjs). */
declare module 'cambium:package' {
  /** Files of wasm/ and data/ by their path. */
  export const files: Readonly<Record<string, Uint8Array | undefined>>
  export const version: string
}
