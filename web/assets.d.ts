/* What the bundler makes of files that are not code. */
declare module '*.css' {}

/** The chain for web pages that the package publishes. */
declare module 'cambium:chain' {
  import type { NodeInPage } from './shared/rpc/nodeInPage.ts'

  export function createNode(options: { readonly peg: boolean }): Promise<NodeInPage>
}
