export function withPlainNames(program: string, kept: readonly string[]): string
