import { ButtonLink } from '#client/ui/button.tsx'
import { DeskPage } from './page.tsx'

/** An address of the desk that holds nothing. */
export function MissingPage() {
  return (
    <DeskPage title="This path ends here." documentTitle="Page not found">
      <ButtonLink small to="/admin/dashboard">
        To the dashboard
      </ButtonLink>
    </DeskPage>
  )
}
