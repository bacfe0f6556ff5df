// The used part of the AssemblyScript compiler's API. Its own types declare AssemblyScript's globals,
// which would hide Node's (tsconfig.json maps the module here).
interface CompilerOptions {
  readFile?(name: string, folder: string): Promise<string | null>
  writeFile?(name: string, contents: unknown): void
}

declare const asc: {
  main(
    options: readonly string[],
    api: CompilerOptions,
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>
}

export default asc
