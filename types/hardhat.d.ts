// The parts of Hardhat's interface that the plugins use. Hardhat is not a dependency of this package; in a project of Hardhat
// these names are those of the installed version, and test/projects compiles against them.

declare module 'hardhat/types/hooks' {
  export interface HardhatUserConfig {
    networks?: Record<string, object>
  }
  export interface HardhatConfig {
    networks: Record<string, object>
    paths: { root: string; artifacts: string }
  }

  export interface ConfigHooks {
    extendUserConfig(
      config: HardhatUserConfig,
      next: (config: HardhatUserConfig) => Promise<HardhatUserConfig>,
    ): Promise<HardhatUserConfig>
    validateUserConfig(config: HardhatUserConfig): Promise<{ path: (string | number)[]; message: string }[]>
    resolveUserConfig(
      config: HardhatUserConfig,
      resolveVariable: unknown,
      next: (config: HardhatUserConfig, resolveVariable: unknown) => Promise<HardhatConfig>,
    ): Promise<HardhatConfig>
  }

  export interface HookContext {
    readonly config: HardhatConfig
  }
  export interface NetworkConnection {
    readonly networkConfig: object
    readonly provider: { emit(event: string, ...values: unknown[]): boolean }
  }
  export interface JsonRpcRequest {
    id: number | string
    method: string
    params: unknown[]
  }
  export interface JsonRpcResponse {
    jsonrpc: '2.0'
    id: number | string
    result: unknown
  }
  export interface NetworkHooks {
    newConnection(
      context: HookContext,
      next: (context: HookContext) => Promise<NetworkConnection>,
    ): Promise<NetworkConnection>
    onRequest(
      context: HookContext,
      connection: NetworkConnection,
      request: JsonRpcRequest,
      next: (
        context: HookContext,
        connection: NetworkConnection,
        request: JsonRpcRequest,
      ) => Promise<JsonRpcResponse>,
    ): Promise<JsonRpcResponse>
    closeConnection(
      context: HookContext,
      connection: NetworkConnection,
      next: (context: HookContext, connection: NetworkConnection) => Promise<void>,
    ): Promise<void>
  }
}

declare module 'hardhat/types/tasks' {
  import type { HardhatConfig } from 'hardhat/types/hooks'

  export interface HardhatRuntimeEnvironment {
    readonly config: HardhatConfig
    readonly globalOptions: { readonly network?: string }
  }
  export type TaskOverrideActionFunction<Arguments> = (
    given: Arguments,
    environment: HardhatRuntimeEnvironment,
    runSuper: (given: object) => Promise<unknown>,
  ) => Promise<unknown>
  export interface TaskDefinition {
    type: 'TASK_OVERRIDE'
    id: string[]
    options: Record<string, never>
    action: () => Promise<{ default: TaskOverrideActionFunction<never> }>
  }
}

declare module 'hardhat/types/plugins' {
  import type { ConfigHooks, NetworkHooks } from 'hardhat/types/hooks'
  import type { TaskDefinition } from 'hardhat/types/tasks'

  type Hooks<Category> = () => Promise<{ default: () => Promise<Partial<Category>> }>

  export interface HardhatPlugin {
    id: string
    npmPackage?: string | null
    hookHandlers?: { config?: Hooks<ConfigHooks>; network?: Hooks<NetworkHooks> }
    tasks?: TaskDefinition[]
  }
}

/** Of Hardhat 2, whose plugins change its context. */
declare module 'hardhat/config' {
  import type { EventEmitter } from 'node:events'

  export interface Config {
    networks: Record<string, object>
    defaultNetwork: string
    paths: { artifacts: string }
  }
  export interface Provider extends EventEmitter {
    request(request: {
      readonly method: string
      readonly params?: readonly unknown[] | object
    }): Promise<unknown>
  }
  export interface Environment {
    readonly config: Config
    readonly network: { readonly config: object }
  }
  export function extendConfig(
    extender: (
      config: Config,
      given: { readonly defaultNetwork?: string; readonly networks?: object },
    ) => void,
  ): void
  export function extendProvider(
    extender: (provider: Provider, config: Config, network: string) => Promise<Provider>,
  ): void
  export function task<Arguments>(name: string): {
    setAction(
      action: (
        given: Arguments,
        environment: Environment,
        runSuper: () => Promise<unknown>,
      ) => Promise<unknown>,
    ): unknown
  }
}
