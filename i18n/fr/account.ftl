# Texts of accounts, profiles, ratings and settings.

account-title = Votre compte
account-sign-in = Se connecter
account-sign-up = Créer un compte
account-sign-up-lead = On peut jouer sans compte. Avec un compte, vous gardez vos parties, vous avez un classement pour chaque cadence et vos réglages vous suivent d’un navigateur à l’autre.
account-keeps-games = Les parties jouées dans ce navigateur seront rattachées au compte.
account-name = Nom
account-name-hint = 2 à 20 lettres, chiffres, - ou _. Visible par tous.
account-password = Mot de passe
account-password-hint = Au moins 8 caractères. Vous recevez un code de secours en cas d’oubli.
account-new-password = Nouveau mot de passe
account-change-password = Changer le mot de passe
account-change-hint = Au moins 8 caractères. Les autres navigateurs sont déconnectés et les jetons sont révoqués.
account-recovery = Code de secours
account-recovery-lead = Il permet de choisir un nouveau mot de passe si vous oubliez le vôtre. Un nouveau code remplace le précédent.
account-recovery-make = Afficher un nouveau code
account-recovery-code = Notez le code maintenant, il ne sera plus affiché :
account-recovery-why = Si vous oubliez votre mot de passe, seul ce code vous rendra l’accès à votre compte : ce site n’envoie aucun courriel.
account-recovery-continue = C’est noté, continuer
account-forgot = Mot de passe oublié ?
account-forgot-lead = Saisissez votre code de secours et choisissez un nouveau mot de passe.
account-recover = Changer le mot de passe
account-recover-hint = Au moins 8 caractères. Tous les navigateurs sont déconnectés, les jetons sont révoqués, et vous recevez un nouveau code.
account-profile = Profil
account-sign-out = Se déconnecter
account-sessions = Autres navigateurs
account-sessions-count =
    { $count ->
        [0] Vous n’êtes connecté nulle part ailleurs.
        [one] Vous êtes connecté dans { $count } autre navigateur.
       *[other] Vous êtes connecté dans { $count } autres navigateurs.
    }
account-end-sessions = Se déconnecter partout ailleurs
account-tokens = Jetons pour applications
account-tokens-lead = Une application munie d’un jeton joue en votre nom.
account-token-new = Copiez le jeton maintenant, il ne sera plus affiché :
account-token-label = À quoi sert le jeton ?
account-token-scope = Que peut faire l’application ?
account-token-read = regarder
account-token-play = regarder et jouer
account-token-bot = regarder, jouer et faire du compte un bot
account-token-scope-why = Un jeton ne donne jamais accès à votre compte : mot de passe, sessions, réglages et jetons.
account-token-add = Nouveau jeton
account-token-end = Révoquer
account-token-end-named = Révoquer le jeton { $name }
account-bot = Un bot
account-bot-lead = Si un logiciel, et non une personne, joue avec ce compte, faites-en un bot avant sa première partie. Son nom l’indique alors partout, et ses parties comptent dans un classement à part. C’est définitif.
account-bot-make = Faire de ce compte un bot
account-bot-is = Ce compte est un bot.
account-delete = Supprimer le compte
account-delete-lead = Le nom, les classements et les réglages sont supprimés définitivement. Vos parties restent, sans votre nom, car elles sont aussi celles de vos adversaires ; les parties en cours sont abandonnées.
account-done-password = Le mot de passe a été changé. Les autres navigateurs ont été déconnectés.
account-done-sessions = Les autres navigateurs ont été déconnectés.
account-done-token = Le jeton a été révoqué.
account-done-bot = Ce compte est maintenant un bot.
account-done-deleted = Le compte a été supprimé.
account-error-wrong-password = Nom ou mot de passe incorrect.
account-error-password-alone = Ce n’est pas votre mot de passe.
account-error-wrong-code = Nom ou code de secours incorrect.
account-error-name-taken = Ce nom est pris, choisissez-en un autre.
account-error-bad-name = Un nom compte 2 à 20 lettres sans accent, chiffres, - ou _.
account-error-bad-password = Un mot de passe compte de 8 à 200 caractères.
account-error-has-account = Vous êtes déjà connecté.
account-error-signed-out = Votre session a expiré, reconnectez-vous.
account-error-too-many = Trop d’essais. Attendez une minute.
account-error-other = Cela n’a pas fonctionné. Réessayez.
profile-since = Membre depuis
profile-results =
    contre des joueurs : { $won ->
        [one] { $won } gagnée
       *[other] { $won } gagnées
    }, { $drawn ->
        [one] { $drawn } nulle
       *[other] { $drawn } nulles
    }, { $lost ->
        [one] { $lost } perdue
       *[other] { $lost } perdues
    }
profile-ratings = Classements
profile-no-ratings = Aucune partie classée pour l’instant.
profile-rating = Classement
profile-provisional = Provisoire : trop peu de parties, ou aucune depuis longtemps
profile-speed = Cadence
profile-won = Gagnées
profile-drawn = Nulles
profile-lost = Perdues
profile-games = Parties
profile-no-games = Aucune partie à montrer.
profile-all = Toutes
profile-playing = en cours
profile-game-won = gagnée
profile-game-drawn = nulle
profile-game-lost = perdue
profile-engine = Ordinateur, niveau { $level }
profile-guest = Invité
profile-rated = classée
profile-newer = Plus récentes
profile-older = Plus anciennes
profile-date = Date
profile-chart-label =
    { $games ->
        [one] { $speed } : le classement sur la dernière partie, de { $first } à { $last }
       *[other] { $speed } : le classement sur les { $games } dernières parties, de { $first } à { $last }
    }
profile-chart-table = En tableau
players-title = Meilleurs joueurs
players-lead = Les joueurs au classement établi : assez de parties, et des parties récentes.
players-none = Personne pour l’instant. Jouez des parties classées et prenez la première place.
players-place = Rang
players-name = Joueur
speed-blitz = Blitz
speed-rapid = Rapide
speed-classical = Lente
speed-correspondence = Par correspondance
speed-teams = Équipes
settings-title = Réglages
settings-lead-account = Ces réglages sont enregistrés avec votre compte et valent dans tous vos navigateurs.
settings-lead-guest = Ces réglages ne valent que dans ce navigateur. Avec un compte, ils vous suivent partout.
settings-keep = Enregistrer
settings-kept = Enregistré.
settings-not-kept = Les réglages n’ont pas pu être enregistrés.
settings-theme-auto = Comme le système
settings-theme-light = Clair
settings-theme-dark = Sombre
settings-group-look = Plateau et couleurs
settings-group-play = Jeu
settings-group-site = Langue, sons et discussion
settings-preview = Ce plateau montre vos choix.
