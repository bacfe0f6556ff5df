import type { Page } from './lazyPage.tsx'
import { HomePage } from './pages/home/homePage.tsx'

/** The pages by the first part of their address. */
export const pages: Readonly<Record<string, Page>> = {
  '': HomePage,
}
