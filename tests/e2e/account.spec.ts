import type { Page } from '@playwright/test'
import { readMailsTo } from '#tests/support/booking/booking-pages.ts'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, owner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { saveDownload } from '#tests/support/desk/owner-requests.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

test.use(withOwnServer('account'))

const visitor = {
  name: 'Elisabeth Sørbø Vance',
  email: 'elisabeth@example.com',
  password: 'blåbær-42',
}
const forgetful = { ...visitor, email: 'forgetful@example.com' }

const dialog = (page: Page) => page.getByRole('dialog')

async function openSignInFromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await dialog(page).getByRole('link', { name: 'Sign in' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function signIn(page: Page, email: string, typed: string): Promise<void> {
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Password').fill(typed)
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function findMailLink(server: ServerProcess, to: string, subject: string): Promise<string> {
  const found = () =>
    readMailsTo(server, to).filter(({ headers }) => headers.get('subject') === subject)
  await expect.poll(() => found().length).toBeGreaterThan(0)
  const [link = ''] = /http\S+\/auth\/callback\S+/.exec(found().at(-1)?.text ?? '') ?? []
  return new URL(link).pathname + new URL(link).hash
}

test('A visitor creates an account from the menu, confirms it by email, uses it and signs out', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/401|403|422/)
  await page.goto('/about')
  await openSignInFromMenu(page)
  await expectNoFaults(page, 'the way in')
  await signIn(page, visitor.email, visitor.password)
  await expect(dialog(page).getByText('Authentication failed')).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Create an account' }).click()
  await expect(dialog(page).getByLabel('Email')).toHaveValue(visitor.email)
  await dialog(page).getByLabel('Full name').fill(visitor.name)
  await dialog(page).getByLabel('Password').fill('abc')
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByText('Use at least 6 characters')).toBeVisible()
  await expectNoFaults(page, 'a password that is too short')
  await dialog(page).getByLabel('Password').fill(visitor.password)
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Check Your Email' })).toBeVisible()

  await page.goto(await findMailLink(server, visitor.email, 'Please confirm your email address'))
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await expect(page.getByText(visitor.email)).toBeVisible()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('switch', { name: 'Marketing' }).press('Space')
  await expect(page.getByRole('switch', { name: 'Marketing' })).toBeChecked()
  const own = await saveDownload(page, () =>
    page.getByRole('button', { name: 'Export as JSON' }).click(),
  )
  expect([own.name, own.text]).toEqual([
    'user-data-export.json',
    expect.stringContaining(visitor.email),
  ])
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoFaults(page, 'the account')
  await page.goto('/contact')
  await expect(page.getByLabel('First name')).toHaveValue('Elisabeth')
  await expect(page.getByLabel('Last name')).toHaveValue('Sørbø Vance')
  await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/contact')
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('A forgotten password is reset through an emailed link, and the new password signs in', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/422/)
  await page.request.post('/functions/auth/sign-up', { data: forgetful })
  await page.goto('/?account')
  await dialog(page).getByLabel('Email').fill(forgetful.email)
  await dialog(page).getByRole('button', { name: 'Forgot your password?' }).click()
  await dialog(page).getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await page.goto(await findMailLink(server, forgetful.email, 'Choose a new password'))
  await page.getByLabel('Password').fill('123456')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Many people use this password')).toBeVisible()
  await page.getByLabel('Password').fill('tyttebær-43')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await signIn(page, forgetful.email, 'tyttebær-43')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('Without a connection, signing in shows a notice to connect first and preserves the typed email', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(/Sign in error:|ERR_INTERNET_DISCONNECTED/)
  await page.goto('/about')
  await openSignInFromMenu(page)
  await context.setOffline(true)
  await signIn(page, owner.email, owner.password)
  await expect(dialog(page).getByText('Please connect to the internet first')).toBeVisible()
  await expect(dialog(page).getByLabel('Email')).toHaveValue(owner.email)
})

test('The owner adds a passkey and signs in with it alone; Esc closes the sign-in dialog', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/account')
  await signIn(page, owner.email, owner.password)
  await page.getByLabel('Name this passkey').fill('The lodge’s laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The lodge’s laptop')).toBeVisible()
  await expectNoFaults(page, 'the owner’s account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await openSignInFromMenu(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).not.toHaveURL(/account/)
  await expect(page.getByRole('heading', { name: 'Sign in', includeHidden: true })).toHaveCount(0)
  await openSignInFromMenu(page)
  await dialog(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/crm/)
})
