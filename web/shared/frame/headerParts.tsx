import { Mark } from '../parts/icons.tsx'
import { route } from '../routing/route.ts'
import { theme, toggleTheme } from '../theme/theme.ts'

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
