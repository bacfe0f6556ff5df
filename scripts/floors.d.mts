export const floors: readonly (readonly string[])[]
export const neighbours: Readonly<Record<string, readonly string[]>>
export const innerPlans: Readonly<Record<string, readonly (readonly string[])[]>>
