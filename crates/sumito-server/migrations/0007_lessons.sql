-- The best that each user has reached in each lesson of the course.
create table lesson_stars (
    user_id text not null references users (id),
    lesson text not null,
    stars bigint not null,
    primary key (user_id, lesson)
);
