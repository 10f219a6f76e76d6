# Texts of accounts, profiles, ratings and settings.

account-title = Your account
account-sign-in = Sign in
account-sign-up = Create an account
account-sign-up-lead = You can play without an account. With one you keep your games, get a rating for each speed, and find your settings in every browser.
account-keeps-games = The games you have played in this browser become part of the account.
account-name = Name
account-name-hint = 2 to 20 letters, digits, - or _. Everyone can see it.
account-password = Password
account-password-hint = At least 8 characters. You get a recovery code in case you forget it.
account-new-password = New password
account-change-password = Change password
account-change-hint = At least 8 characters. Other browsers are signed out, and tokens are revoked.
account-recovery = Recovery code
account-recovery-lead = Use it to set a new password if you forget yours. A new code replaces the old one.
account-recovery-make = Show a new code
account-recovery-code = Write the code down now; it will not be shown again:
account-recovery-why = If you forget your password, this code is the only way back into your account: this site sends no email.
account-recovery-continue = I wrote it down, continue
account-forgot = Forgot your password?
account-forgot-lead = Enter your recovery code and choose a new password.
account-recover = Set the new password
account-recover-hint = At least 8 characters. All browsers are signed out, tokens are revoked, and you get a new code.
account-profile = Profile
account-sign-out = Sign out
account-sessions = Other browsers
account-sessions-count =
    { $count ->
        [0] You are not signed in anywhere else.
        [one] You are signed in to { $count } other browser.
       *[other] You are signed in to { $count } other browsers.
    }
account-end-sessions = Sign out everywhere else
account-tokens = Tokens for programs
account-tokens-lead = A program with a token plays in your name.
account-token-new = Copy the token now; it will not be shown again:
account-token-label = What is the token for?
account-token-scope = What may the program do?
account-token-read = watch
account-token-play = watch and play
account-token-scope-why = A token never gives access to your account: password, sessions, settings and tokens.
account-token-add = New token
account-token-end = Revoke
account-token-end-named = Revoke the token { $name }
account-delete = Delete account
account-delete-lead = Your name, ratings and settings are deleted for good. Your games stay without your name, since they are your opponents’ games too; unfinished games are resigned.
account-done-password = The password has been changed. Other browsers have been signed out.
account-done-sessions = Other browsers have been signed out.
account-done-token = The token has been revoked.
account-done-deleted = The account has been deleted.
account-error-wrong-password = Wrong name or password.
account-error-password-alone = That is not your password.
account-error-wrong-code = Wrong name or recovery code.
account-error-name-taken = That name is taken. Choose another one.
account-error-bad-name = A name has 2 to 20 characters: letters without accents, digits, - or _.
account-error-bad-password = A password has 8 to 200 characters.
account-error-has-account = You are already signed in.
account-error-signed-out = Your session has expired. Sign in again.
account-error-too-many = Too many attempts. Wait a minute.
account-error-other = That did not work. Try again.
profile-since = Joined
profile-results = against people: { $won } won, { $drawn } drawn, { $lost } lost
profile-ratings = Ratings
profile-no-ratings = No rated games yet.
profile-rating = Rating
profile-provisional = Provisional: too few games, or none for a long time
profile-speed = Speed
profile-won = Won
profile-drawn = Drawn
profile-lost = Lost
profile-games = Games
profile-no-games = No games to show.
profile-all = All
profile-playing = in progress
profile-game-won = won
profile-game-drawn = drawn
profile-game-lost = lost
profile-engine = Engine, level { $level }
profile-guest = Guest
profile-rated = rated
profile-newer = Newer
profile-older = Older
profile-date = Date
profile-chart-label =
    { $games ->
        [one] { $speed }: rating over the last game, from { $first } to { $last }
       *[other] { $speed }: rating over the last { $games } games, from { $first } to { $last }
    }
profile-chart-table = As a table
players-title = Strongest players
players-lead = Players with an established rating: enough games, and recent ones.
players-none = Nobody yet. Play rated games and be the first.
players-place = Place
players-name = Player
speed-blitz = Blitz
speed-rapid = Rapid
speed-classical = Classical
speed-correspondence = Correspondence
settings-title = Settings
settings-lead-account = These settings are saved with your account and apply in every browser.
settings-lead-guest = These settings apply in this browser only. With an account they apply everywhere.
settings-keep = Save
settings-kept = Saved.
settings-not-kept = The settings could not be saved.
settings-theme-auto = Match system
settings-theme-light = Light
settings-theme-dark = Dark
settings-group-look = Board and colors
settings-group-play = Playing
settings-group-site = Language, sound and chat
settings-preview = This board shows your choices.
