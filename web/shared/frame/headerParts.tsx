import { route } from '../routing/route.ts'
import { theme, toggleTheme } from '../theme/theme.ts'

/** Rings of a trunk: the cambium is the growing one. */
const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="13.4" />
    <circle class="growing" cx="16" cy="16" r="9" />
    <circle cx="16" cy="16" r="4.4" />
  </svg>
)

export const Brand = ({ title }: { readonly title: string }) => (
  <a class="brand" href="#/">
    <Mark />
    <span>
      <strong>Cambium</strong>
      <small>{title}</small>
    </span>
  </a>
)

/** A link to a page, marked while the page is shown. */
export const Place = ({ page, name }: { readonly page: string; readonly name: string }) => (
  <a href={`#/${page}`} aria-current={route.value.page === page ? 'page' : undefined}>
    {name}
  </a>
)

const themeSigns = { system: '◐', light: '○', dark: '●' }

export const ThemeButton = () => (
  <button type="button" class="quiet" onClick={toggleTheme} aria-label={`Colours: ${theme.value}`}>
    <span aria-hidden="true">{themeSigns[theme.value]}</span>
  </button>
)
