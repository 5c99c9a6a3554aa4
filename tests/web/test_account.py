"""The page of the account: what belongs to it, and how this browser shows the page."""

from __future__ import annotations

import secrets

from tests.support.stack import until

#: a browser without a screen is never hidden, and shows no notices: both are told by the page's own objects instead
AWAY = """() => {
  window.told = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, options) { this.close = () => undefined; window.told.push({ ...options, notice: this }); }
  };
  let state = "visible";
  Object.defineProperty(document, "visibilityState", { get: () => state });
  Object.defineProperty(document, "hidden", { get: () => state === "hidden" });
  window.look = (next) => { state = next; document.dispatchEvent(new Event("visibilitychange")); };
}"""


def become(one):
    """Take a name on the page and return it."""
    name = f"p{secrets.token_hex(5)}"
    one.open("/account")
    one.page.get_by_label("A name of your own").fill(name)
    one.page.get_by_role("button", name="Take this name").click()
    one.page.get_by_text(f"You are signed in as {name}.").wait_for()
    return name


def make_token(one, name, scope="play"):
    """Make a token on the page and return it."""
    page = one.page
    page.get_by_label("What it is for").fill(name)
    page.get_by_label("It may").select_option(scope)
    page.get_by_role("button", name="Make a token").click()
    page.locator(".tokens li", has_text=name).wait_for()
    return page.get_by_label("The new token").input_value()


def test_a_token_signs_in_elsewhere_and_is_revoked_here(people):
    here, there = people(), people()
    name = become(here)
    token = make_token(here, "kitchen")
    there.open("/account")
    there.page.get_by_label("A token of an account you have").fill(token)
    there.page.get_by_role("button", name="Sign in").click()
    there.page.get_by_text(f"You are signed in as {name}.").wait_for()
    assert token not in there.page.content()
    here.page.get_by_role("button", name="Revoke: kitchen").click()
    here.page.locator(".tokens li", has_text="kitchen").wait_for(state="detached")
    listed = [each["name"] for each in here.get("/accounts/me/tokens")["tokens"]]
    assert "kitchen" not in listed
    assert "this browser" in here.page.locator(".tokens").inner_text()


def test_a_guest_who_takes_a_name_keeps_what_was_played(people):
    one = people()
    page = one.open("/")
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/matches/*")
    match_id = page.url.rsplit("/", 1)[1]
    name = become(one)
    assert one.get(f"/matches/{match_id}")["seats"][0]["account"] == name
    one.open("/")
    page.locator(f'a[href="/matches/{match_id}"]').first.wait_for()


def test_who_may_seat_the_account_is_said_and_unsaid(people):
    one, other = people(), people()
    become(one)
    friend = become(other)
    field = one.page.get_by_label("Name of an account")
    field.fill("nobody-at-all-here")
    one.page.get_by_role("button", name="Let it seat me").click()
    one.page.get_by_role("alert").wait_for()
    assert field.input_value() == "nobody-at-all-here"
    field.fill(friend)
    one.page.get_by_role("button", name="Let it seat me").click()
    one.page.get_by_role("button", name=f"{friend} may no longer seat me").wait_for()
    one.page.get_by_label("Every program may seat me").check()
    until(lambda: one.get("/accounts/me/consent") == {"accounts": [friend], "allows_programs": True}, 20)
    one.page.get_by_role("button", name=f"{friend} may no longer seat me").click()
    until(lambda: one.get("/accounts/me/consent")["accounts"] == [], 20)


def test_how_the_page_looks_is_kept_by_this_browser(person):
    page = person.open("/account")
    settings = page.locator("section", has=page.get_by_role("heading", name="In this browser"))
    languages = settings.get_by_label("Language").locator("option").all()
    assert [each.get_attribute("lang") for each in languages] == [each.get_attribute("value") for each in languages]
    assert settings.get_by_label("Theme").locator("option[lang]").count() == 0
    settings.get_by_label("Motion").select_option("less")
    settings.get_by_label("Theme").select_option("dark")
    settings.get_by_label("Language").select_option("de")
    page.get_by_role("heading", name="Konto", exact=True).wait_for()
    page.reload()
    page.get_by_role("heading", name="Konto", exact=True).wait_for()
    kept = page.evaluate("() => ({...document.documentElement.dataset, lang: document.documentElement.lang})")
    assert kept == {"motion": "less", "theme": "dark", "lang": "de"}
    assert page.evaluate("() => getComputedStyle(document.querySelector('button')).transitionDuration") == "1e-05s"


def test_the_browser_tells_whose_turn_it_is_while_nobody_looks(person):
    person.context.add_init_script(f"({AWAY})()")
    match_id = person.begin("race")
    page = person.open("/account")
    page.get_by_label("Tell me when it is my turn").check()
    page.wait_for_timeout(1500)
    assert page.evaluate("() => window.told.length") == 0, "nobody is told what he sees"
    page.evaluate("() => window.look('hidden')")
    seats = [{"kind": "account"}, {"kind": "bot", "level": "random"}]
    other = person.post("/matches", {"game": "race", "seats": seats})["id"]
    page.wait_for_function("() => window.told.length > 0")
    told = page.evaluate("() => window.told.map(({ body, tag }) => ({ body, tag }))")
    assert {"body": "It is your turn.", "tag": other} in told
    assert match_id != other
    page.evaluate("() => window.told[0].notice.onclick()")
    page.wait_for_url("**/matches/*")


def test_an_account_is_deleted_by_whoever_types_its_name(people):
    one, other = people(), people()
    name = become(one)
    token = make_token(one, "spare")
    page = one.page
    page.get_by_role("button", name="Delete this account").click()
    page.get_by_role("button", name="Delete for good").click(force=True)
    assert page.locator("dialog[open]").count() == 1, "nothing is deleted before the name is typed"
    page.get_by_label(f"Type {name} to be sure").fill(name)
    page.get_by_role("button", name="Delete for good").click()
    page.get_by_text("Nobody is signed in.").wait_for()
    gone = one.context.request.get(f"{one.url}/v1/accounts/me", headers={"Authorization": f"Bearer {token}"})
    assert gone.status == 401
    other.open("/account")
    other.page.get_by_label("A name of your own").fill(name)
    other.page.get_by_role("button", name="Take this name").click()
    other.page.get_by_role("alert").wait_for()
